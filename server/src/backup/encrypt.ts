import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError, DAMAGED } from './backup-error.ts'
import { CIPHER, identityOf, recipientOf } from './passphrase.ts'

/**
 * Files of the age format (age-encryption.org/v1), encrypted with a passphrase. The library makes and opens the header.
 * Its cipher in JavaScript takes ten times as long as Node's own, so this code encrypts the payload.
 */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 16

export const AGE_MAGIC = 'age-encryption.org/v1\n'

/** Encrypts a stream. */
export const encryptWith = (passphrase: string) =>
  async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { header, fileKey } = await newHeader(passphrase)
    const nonce = randomBytes(NONCE_BYTES)
    yield Buffer.concat([header, nonce])
    const key = payloadKey(fileKey, nonce)
    for await (const { parts, nonce } of chunksOf(plain, CHUNK_BYTES)) {
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      for (const part of parts) yield cipher.update(part)
      cipher.final()
      yield cipher.getAuthTag()
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
    for await (const { parts, nonce } of chunksOf(payload, CHUNK_BYTES + TAG_BYTES)) {
      yield openChunk(Buffer.concat(parts), key, nonce)
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
  let fileKey = new Uint8Array()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipientOf(passphrase, (key) => (fileKey = Uint8Array.from(key))))
  const empty = await encrypter.encrypt(new Uint8Array())
  return { header: empty.subarray(0, empty.length - NONCE_BYTES - TAG_BYTES), fileKey }
}

async function openHeader(header: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identityOf(passphrase))
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

/** Chunks of one size, the last of which may be smaller. Each is in parts, which costs less than to join them. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number) {
  let [parts, bytes, counter]: [Buffer[], number, number] = [[], 0, 0]
  for await (const each of source) {
    let rest = each
    // Only now it is certain that the chunk before is not the last.
    while (bytes + rest.length > size) {
      parts.push(rest.subarray(0, size - bytes))
      rest = rest.subarray(size - bytes)
      yield { parts, nonce: nonceOf(counter++, { isLast: false }) }
      parts = []
      bytes = 0
    }
    parts.push(rest)
    bytes += rest.length
  }
  yield { parts, nonce: nonceOf(counter, { isLast: true }) }
}

/** Eleven bytes of a counter, and one that marks the last chunk. */
function nonceOf(counter: number, { isLast }: { isLast: boolean }): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
