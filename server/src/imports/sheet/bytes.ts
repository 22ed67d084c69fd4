import { fstatSync, readSync } from 'node:fs'

/** A file that is read in parts, or a Buffer. */
export interface Bytes {
  readonly length: number
  subarray(from: number, to: number): Buffer
}

export function bytesOf(file: number): Bytes {
  const { size } = fstatSync(file)
  return {
    length: size,
    subarray(from, to) {
      const part = Buffer.alloc(Math.max(0, Math.min(to, size) - from))
      return part.subarray(0, readSync(file, part, 0, part.length, from))
    },
  }
}

const PART_BYTES = 256 * 1024

export function* partsOf(bytes: Bytes): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    yield bytes.subarray(from, from + PART_BYTES)
  }
}
