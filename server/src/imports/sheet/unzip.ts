import { crc32, inflateRawSync } from 'node:zlib'
import { SheetRejected } from './table.ts'

/** Bytes unpacked, which no library limits. 100,000 clients are about 60 MB; a file of 10 MB can unpack to 10 GB. */
const MAX_UNPACKED_BYTES = 160 * 1024 * 1024

const ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

export interface ZipEntry {
  name: string
  /** `budget` is shared by all entries of a file. */
  unpack(): Buffer
}

/** @throws when the archive is damaged */
export function unzip(bytes: Buffer): ZipEntry[] {
  const budget = { left: MAX_UNPACKED_BYTES }
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('no directory in the archive')
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('damaged directory in the archive')
    const nameLength = bytes.readUInt16LE(at + 28)
    const header = at
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      unpack: () => unpackEntry(bytes, header, budget),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The sizes in the archive may lie. */
function unpackEntry(bytes: Buffer, header: number, budget: { left: number }): Buffer {
  const method = bytes.readUInt16LE(header + 10)
  const local = bytes.readUInt32LE(header + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.readUInt32LE(header + 20)
  const data = bytes.subarray(start, packed === 0xffffffff ? undefined : start + packed)
  if (method !== STORED && method !== DEFLATED) throw new Error(`compression method ${method}`)
  const unpacked = method === STORED ? data : inflate(data, budget.left)
  budget.left -= unpacked.length
  if (budget.left <= 0) throw tooLarge()
  if (crc32(unpacked) !== bytes.readUInt32LE(header + 16)) throw new Error('damaged entry')
  return unpacked
}

function inflate(data: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error
  }
}

const tooLarge = () =>
  new SheetRejected(
    'This workbook is too large to read once it is unpacked. Save the sheet as CSV, or split it.',
  )
