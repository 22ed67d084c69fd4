import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError, DAMAGED } from './backup-error.ts'

/**
 * Files of the age format (age-encryption.org/v1), encrypted with a passphrase. The library makes and opens the header.
 * Its cipher in JavaScript takes ten times as long as Node's own, so this code encrypts the payload.
 */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 16
/** It needs 32 MB of memory. The usual 18 needs 256 MB; a passphrase of 16 characters makes up for it. */
const SCRYPT_WORK_FACTOR = 15
const CIPHER = 'chacha20-poly1305'

export const AGE_MAGIC = 'age-encryption.org/v1\n'

/** Encrypts a stream. */
export const encryptWith = (passphrase: string) =>
  async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { header, fileKey } = await newHeader(passphrase)
    const nonce = randomBytes(NONCE_BYTES)
    yield Buffer.concat([header, nonce])
    const key = payloadKey(fileKey, nonce)
    for await (const { bytes, nonce } of chunksOf(plain, CHUNK_BYTES)) {
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

/**
 * Decrypts a stream.
 * @throws BackupError for another passphrase, and for altered or missing bytes
 */
export const decryptWith = (passphrase: string) =>
  async function* (encrypted: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const parts = encrypted[Symbol.asyncIterator]()
    const { header, nonce, rest } = await readHeader(parts)
    const key = payloadKey(await openHeader(header, passphrase), nonce)
    const payload = followedBy(rest, parts)
    for await (const { bytes, nonce } of chunksOf(payload, CHUNK_BYTES + TAG_BYTES)) {
      yield openChunk(bytes, key, nonce)
    }
  }

function openChunk(bytes: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new BackupError(DAMAGED, { cause })
  }
}

/** The library makes a header only together with a payload: here an empty one. */
async function newHeader(passphrase: string) {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
  const empty = await encrypter.encrypt(new Uint8Array())
  const header = empty.subarray(0, empty.length - NONCE_BYTES - TAG_BYTES)
  return { header, fileKey: await openHeader(header, passphrase) }
}

async function openHeader(header: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decryptHeader(header).catch((cause: Error) => {
    throw new BackupError(
      'BACKUP_PASSPHRASE does not open this backup: another one encrypted it, or the file is damaged.',
      { cause },
    )
  })
}

/** Its last line begins with three hyphens. */
async function readHeader(parts: AsyncIterator<Buffer>) {
  let read = Buffer.alloc(0)
  for (;;) {
    const length = /\n--- .*\n/.exec(read.toString('latin1', 0, CHUNK_BYTES))
    const end = length ? length.index + length[0].length : Number.POSITIVE_INFINITY
    if (read.length >= end + NONCE_BYTES) {
      const nonce = read.subarray(end, end + NONCE_BYTES)
      return { header: read.subarray(0, end), nonce, rest: read.subarray(end + NONCE_BYTES) }
    }
    const { value, done } = await parts.next()
    if (done || read.length > CHUNK_BYTES) throw new BackupError(DAMAGED)
    read = Buffer.concat([read, value])
  }
}

const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))

async function* followedBy(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Chunks of one size, the last of which may be smaller, each with its nonce: a counter, and 1 for the last. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number) {
  const held: Buffer[] = []
  let [bytes, counter] = [0, 0]
  const take = (isLast: boolean) => {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held)
    held.length = 0
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(counter++, 5, 6)
    nonce[11] = isLast ? 1 : 0
    const chunk = all.subarray(0, size)
    if (all.length > size) held.push(all.subarray(size))
    bytes = all.length - chunk.length
    return { bytes: chunk, nonce }
  }
  for await (const each of source) {
    held.push(each)
    bytes += each.length
    while (bytes > size) yield take(false)
  }
  yield take(true)
}
