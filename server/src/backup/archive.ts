import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Extract, extract, type Pack, pack } from 'tar-stream'
import * as z from 'zod/mini'
import { CommandError } from '../command.ts'
import { syncToDisk } from '../files/store.ts'

/** Names in the archive. The manifest is the last entry but one, the sums are the last. */
export const MANIFEST = 'manifest.json'
const SUMS = 'SHA256SUMS'
export const SECRET_KEY = 'secret-key'

export const LAYOUT = 1

export const Manifest = z.object({
  product: z.literal('attest'),
  layout: z.literal(LAYOUT),
  madeAt: z.iso.datetime(),
  /** Applied migrations in order: the version of the schema. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.int(),
  lostFiles: z.array(z.string()),
  hasSecretKey: z.boolean(),
})
export type Manifest = z.infer<typeof Manifest>
export type TableInfo = Manifest['tables'][number]

const DAMAGED = 'This backup is damaged: it was altered or cut off. Use another one.'

export interface Entry {
  name: string
  bytes: number
  content: AsyncIterable<Buffer>
}

/** Writes a tar with the SHA-256 of each entry. The file gets its name once it is on the disk. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<Entry>,
  { passphrase, signal }: { passphrase?: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const part = `${file}.part`
  const tar = pack()
  const out = createWriteStream(part, { mode: 0o600, flush: true, highWaterMark: 256 * 1024 })
  const written = passphrase
    ? pipeline(bytesOf(tar), encryptWith(passphrase), out, { signal })
    : pipeline(bytesOf(tar), out, { signal })
  const filled = fill(tar, entries).catch((error) => {
    tar.destroy(error)
    throw error
  })
  try {
    await Promise.all([filled, written])
    await rename(part, file)
    await syncToDisk(path.dirname(file))
  } catch (error) {
    await Promise.allSettled([filled, written])
    await rm(part, { force: true })
    throw error
  }
}

async function fill(tar: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  const sums: string[] = []
  for await (const entry of entries) sums.push(sumLine(await add(tar, entry), entry.name))
  tar.entry({ name: SUMS, mode: 0o600 }, sums.join(''))
  tar.finalize()
}

/** Returns the SHA-256 in hex. */
async function add(tar: Pack, { name, bytes, content }: Entry): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(hashed(content, hash), tar.entry({ name, size: bytes, mode: 0o600 }))
  return hash.digest('hex')
}

const bytesOf = (stream: AsyncIterable<unknown>) => stream as AsyncIterable<Buffer>

const sumLine = (sum: string, name: string) => `${sum}  ${name}\n`

/** Reads an archive in order. Throws a CommandError unless every byte is as it was written. */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  take: (entry: Entry) => Promise<void>,
): Promise<void> {
  const isEncrypted = await isEncryptedFile(file)
  if (isEncrypted && !passphrase) {
    throw new CommandError('This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.')
  }
  const tar = extract()
  const source = createReadStream(file)
  const read = isEncrypted ? pipeline(source, decryptWith(passphrase!), tar) : pipeline(source, tar)
  read.catch(() => {})
  let sums = ''
  let recorded: string | undefined
  for await (const { header, ...entry } of intact(entriesIn(tar))) {
    if (recorded !== undefined) throw new CommandError(DAMAGED)
    const content = intact(entry.content)
    if (header.name === SUMS) recorded = await text(content)
    else sums += await takeHashed({ name: header.name, bytes: header.size ?? 0, content }, take)
  }
  await read
  if (recorded === undefined || recorded !== sums) throw new CommandError(DAMAGED)
}

async function* entriesIn(tar: Extract) {
  for await (const entry of tar) yield { header: entry.header, content: bytesOf(entry) }
}

async function* intact<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (cause) {
    throw cause instanceof CommandError ? cause : new CommandError(DAMAGED, { cause })
  }
}

async function takeHashed(entry: Entry, take: (entry: Entry) => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  const content = hashed(entry.content, hash)
  await take({ ...entry, content })
  for await (const _ of content) {
    // Hashes the rest that `take` did not read.
  }
  return sumLine(hash.digest('hex'), entry.name)
}

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
    freeBuffers(chunk.length)
  }
}

async function isEncryptedFile(file: string): Promise<boolean> {
  try {
    return (await text(createReadStream(file, { end: AGE_MAGIC.length - 1 }))) === AGE_MAGIC
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : message
    throw new CommandError(`${file} cannot be read: ${why}.`, { cause })
  }
}

const AGE_MAGIC = 'age-encryption.org/v1\n'

/** Takes 32 MB and a third of a second. The usual 18 takes 256 MB; long passphrases make up for it. */
const WORK_FACTOR = 15

const encryptWith = (passphrase: string) =>
  async function* (plain: AsyncIterable<Buffer>) {
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(WORK_FACTOR)
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(ReadableStream.from(plain))
  }

const decryptWith = (passphrase: string) =>
  async function* (encrypted: AsyncIterable<Buffer>) {
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const plain = await decrypter.decrypt(ReadableStream.from(encrypted)).catch((cause: Error) => {
      throw new CommandError(
        'BACKUP_PASSPHRASE does not open this backup: another one encrypted it, or the file is damaged.',
        { cause },
      )
    })
    yield* plain
  }

const MB = 1024 * 1024
const EVERY_BYTES = 4 * MB
const MOST_GROWTH = 24 * MB

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

let passed = 0
let inUse = 0

/** Frees used buffers after each 4 MB of a stream. V8 itself waits until they take 64 MB. */
function freeBuffers(bytes: number): void {
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
