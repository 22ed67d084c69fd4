import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MB = 1024 * 1024
const EVERY_BYTES = 4 * MB
const MOST_GROWTH = 24 * MB

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

let passed = 0
let inUse = 0

/** Frees used buffers after each 4 MB of a stream. V8 itself waits until they take 64 MB. */
export function freeBuffers(bytes: number): void {
  passed += bytes
  if (passed < EVERY_BYTES) return
  passed = 0
  collectGarbage({ type: 'minor' })
  const held = heldBytes()
  inUse = Math.min(inUse, held)
  if (held < inUse + MOST_GROWTH) return
  // A minor collection misses buffers that outlived two of them.
  collectGarbage({ type: 'major' })
  inUse = heldBytes()
}

const heldBytes = () => process.memoryUsage().arrayBuffers
