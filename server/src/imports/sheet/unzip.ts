import { crc32, inflateRawSync } from 'node:zlib'

const ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

export interface ZipEntry {
  name: string
  unpack(): Buffer
}

/** @throws when the archive is damaged */
export function zipEntries(bytes: Buffer): ZipEntry[] {
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
      unpack: () => unpackEntry(bytes, header),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The sizes in the archive may lie, and no size is too large: the limits of the process hold. */
function unpackEntry(bytes: Buffer, header: number): Buffer {
  const method = bytes.readUInt16LE(header + 10)
  const local = bytes.readUInt32LE(header + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.readUInt32LE(header + 20)
  const data = bytes.subarray(start, packed === 0xffffffff ? undefined : start + packed)
  if (method !== STORED && method !== DEFLATED) throw new Error(`compression method ${method}`)
  const unpacked = method === STORED ? data : inflateRawSync(data)
  if (crc32(unpacked) !== bytes.readUInt32LE(header + 16)) throw new Error('damaged entry')
  return unpacked
}
