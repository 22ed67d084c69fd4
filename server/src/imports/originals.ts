import { createDecipheriv, hkdfSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import type { Deps, SheetReading } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { draftFile, uploadsIn } from '../http/files.ts'
import { DAY_MS, MINUTE_MS } from '../local-time.ts'
import { keyFor } from '../secret-key.ts'
import type { ImportRecord } from './queries.ts'
import type { Reading } from './rejected-csv.ts'
import type { Cells } from './sheet/clean-cell.ts'
import type { Extract, Extracted, ReadTask } from './sheet/read-sheet.ts'
import { readLines } from './sheet/rows-file.ts'

const MAX_SEALING_MS = 15 * MINUTE_MS
const OTHER_KEY =
  'This file cannot be opened: it was sealed with another SECRET_KEY, or it is damaged.'

type Kept = Pick<Deps, 'config' | 'log' | 'now' | 'secretKey'>

const folderOf = (config: Config) => path.join(config.DATA_DIR, 'imports')
const pathOf = (config: Config, importId: string) => path.join(folderOf(config), `${importId}.age`)
/** How the file was read, and its corrections. */
const readingPathOf = (config: Config, importId: string) => pathOf(config, `${importId}.reading`)

/** Lets rejected rows be written in the file's own columns. */
export interface KeptReading extends Reading {
  edits: [row: number, Cells][]
  /** From 1; 0: the list has no headers. Former versions kept none. */
  headerRow?: number
}

/** The key has 256 random bits: a slow derivation from it would add nothing. */
const WORK_FACTOR = 1
const passphraseOf = (secretKey: string) =>
  keyFor(secretKey, 'imported-files').toString('base64url')

/** Keeps an imported file, sealed. A failure is only logged: the import continues. `place` moves the file there. */
export async function keepOriginal(
  deps: Pick<Deps, 'config' | 'log' | 'secretKey'>,
  importId: string,
  reading: KeptReading,
  place: (target: string) => Promise<void>,
): Promise<void> {
  if (deps.config.IMPORT_KEEP_DAYS === 0) return
  try {
    await mkdir(folderOf(deps.config), { recursive: true, mode: 0o700 })
    const text = new Blob([JSON.stringify(reading)])
    // Written last: the file's presence shows that both are complete.
    await seal(deps.secretKey, text.stream(), readingPathOf(deps.config, importId))
    await place(pathOf(deps.config, importId))
  } catch (error) {
    deps.log.warn(error, 'an imported file cannot be kept')
  }
}

export const sealFile = (secretKey: string, source: string, target: string) =>
  seal(secretKey, Readable.toWeb(createReadStream(source)), target)

const seal = (secretKey: string, plain: ReadableStream, target: string) =>
  asWhole(target, async (draft) => {
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(WORK_FACTOR)
    encrypter.setPassphrase(passphraseOf(secretKey))
    const sealed = await encrypter.encrypt(plain)
    await pipeline(Readable.from(sealed), createWriteStream(draft, { mode: 0o600 }))
  })

/** A copy, since its days count from now. */
export const copySealed = (source: string, target: string) =>
  asWhole(target, (draft) => copyFile(source, draft))

async function asWhole(target: string, write: (draft: string) => Promise<void>) {
  const draft = draftFile(path.dirname(target), '.part')
  try {
    await write(draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Until when the file of an import is kept; null: it is not. */
export async function findOriginal(deps: Pick<Deps, 'config' | 'now'>, importId: string) {
  const found = await stat(pathOf(deps.config, importId)).catch(() => undefined)
  const until = found && endOf(deps.config, found.mtimeMs)
  return until && until > deps.now().getTime() ? { until: new Date(until).toISOString() } : null
}

const endOf = (config: Config, keptMs: number) => keptMs + config.IMPORT_KEEP_DAYS * DAY_MS

/** @throws Refusal 404 if it is not kept; 503 if the secret key does not open it */
export async function openOriginal(deps: Kept, importId: string): Promise<Readable> {
  if (!(await findOriginal(deps, importId))) notFound('File')
  return unseal(deps, pathOf(deps.config, importId))
}

/** Undefined if the file is not kept, or cannot be opened. */
export async function findReading(deps: Kept, importId: string): Promise<KeptReading | undefined> {
  if (!(await findOriginal(deps, importId))) return undefined
  const text = unseal(deps, readingPathOf(deps.config, importId)).then(json)
  return text.catch(() => undefined) as Promise<KeptReading | undefined>
}

/** @throws Refusal 503 if the secret key does not open it */
export async function unsealTo(deps: Pick<Deps, 'log' | 'secretKey'>, sealed: string, to: string) {
  const bytes = await unseal(deps, sealed)
  await pipeline(bytes, createWriteStream(to, { mode: 0o600 }))
}

export const extractOriginal = (
  deps: SheetReading,
  { id, file_name }: Pick<ImportRecord, 'id' | 'file_name'>,
  extract: Extract,
) => extractSealed(deps, pathOf(deps.config, id), { fileName: file_name, extract })

/** Fewer than an import takes: rows that wait long survive the collector's quick passes, and memory grows. */
const AT_ONCE = { rows: 250, bytes: 256 * 1024 }

/**
 * Rows of a sealed sheet, given while another process reads it. The drafts are removed with the last row, or once no
 * more are taken. Each row is in JSON: parsed rows that wait for their batch would cost more memory.
 */
export async function extractSealed(
  deps: SheetReading,
  sealed: string,
  { fileName, extract }: Pick<ReadTask, 'fileName'> & { extract: Extract },
) {
  const folder = uploadsIn(deps.config)
  const [path, target] = [draftFile(folder, '.plain'), draftFile(folder, '.rows')]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(target, '', { mode: 0o600 })
  let isRead = false
  async function read() {
    try {
      await unsealTo(deps, sealed, path)
      await deps.sheets.read({ path, fileName, target, extract })
    } finally {
      isRead = true
      await rm(path, { force: true })
    }
  }
  async function* linesOf() {
    const reading = read()
    reading.catch(() => {})
    try {
      yield* readLines(target, AT_ONCE, () => isRead)
      await reading
    } finally {
      await Promise.allSettled([reading])
      await rm(target, { force: true })
    }
  }
  const lines = linesOf()
  const { value } = await lines.next()
  const [extracted = '', ...first] = value ?? []
  async function* batches() {
    try {
      yield first
      yield* lines
    } finally {
      await lines.return()
    }
  }
  return { extracted: JSON.parse(extracted) as Extracted, batches: batches() }
}

const PART = 64 * 1024
const TAG = 16
const NONCE = 16
const MAX_HEADER = 1024

/** In the format of age. Its package would open the parts in JavaScript, in seven times the memory. */
async function unseal(deps: Pick<Deps, 'log' | 'secretKey'>, file: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphraseOf(deps.secretKey))
  const start = await firstBytes(file)
  const end = start.indexOf('\n', start.indexOf('\n---') + 1) + 1
  const fileKey = await decrypter.decryptHeader(start.subarray(0, end)).catch((error) => {
    deps.log.warn(error, 'an imported file cannot be opened')
    throw new Refusal(503, OTHER_KEY)
  })
  const nonce = start.subarray(end, end + NONCE)
  const key = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
  return Readable.from(partsOf(file, end + NONCE, key))
}

async function firstBytes(file: string): Promise<Buffer> {
  const stream = createReadStream(file, { end: MAX_HEADER - 1 })
  return Buffer.concat(await stream.toArray())
}

/** Each part's nonce holds its number, and the last one's a mark, so no part can be left out. */
async function* partsOf(path: string, start: number, key: Buffer): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const sealed = Buffer.alloc(PART + TAG)
    const nonce = Buffer.alloc(12)
    for (let at = start, number = 0; ; at += sealed.length, number++) {
      const { bytesRead } = await file.read(sealed, 0, sealed.length, at)
      nonce.writeUInt32BE(number, 7)
      const isLast = at + bytesRead >= size
      if (isLast) nonce[11] = 1
      const cipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
      const end = Math.max(0, bytesRead - TAG)
      cipher.setAuthTag(sealed.subarray(end, bytesRead))
      const plain = cipher.update(sealed.subarray(0, end))
      cipher.final()
      yield plain
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

export async function deleteOriginal(deps: Pick<Deps, 'config' | 'now'>, importId: string) {
  if (!(await findOriginal(deps, importId))) notFound('File')
  await rm(pathOf(deps.config, importId), { force: true })
  await rm(readingPathOf(deps.config, importId), { force: true })
}

/** Removes files after their days, and leftovers of a process that died while it sealed one. */
export async function sweepOriginals(deps: Pick<Deps, 'config' | 'now'>): Promise<void> {
  const folder = folderOf(deps.config)
  const now = deps.now().getTime()
  const names: string[] = await readdir(folder).catch(() => [])
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (!found) continue
    const isPart = /\.part$/.test(name) || (isReading(name) && !names.includes(fileOfReading(name)))
    const end = isPart ? found.mtimeMs + MAX_SEALING_MS : endOf(deps.config, found.mtimeMs)
    if (end <= now) await rm(file, { force: true })
  }
}

const isReading = (name: string) => name.endsWith('.reading.age')
const fileOfReading = (name: string) => name.replace('.reading', '')
