import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MB = 1024 * 1024
const EVERY_BYTES = 4 * MB
const MOST_GROWTH = 24 * MB

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

let passed = 0
let kept = 0

/** Call it after `bytes` more went through a stream: V8 itself frees used buffers only once they take 64 MB. */
export function freeBuffers(bytes: number): void {
  passed += bytes
  if (passed < EVERY_BYTES) return
  passed = 0
  collectGarbage({ type: 'minor' })
  const held = heldBytes()
  kept = Math.min(kept, held)
  if (held < kept + MOST_GROWTH) return
  collectGarbage({ type: 'major' })
  kept = heldBytes()
}

const heldBytes = () => process.memoryUsage().arrayBuffers
