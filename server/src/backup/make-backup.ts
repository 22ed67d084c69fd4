import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { Client } from 'pg'
import { CommandError } from '../command.ts'
import type { Pools } from '../db/open.ts'
import { keepFiles } from '../files/store.ts'
import { type Entry, LAYOUT, MANIFEST, type Manifest, SECRET_KEY, writeArchive } from './archive.ts'
import * as catalog from './tables.ts'

const FILES_PAGE = 1000
const MB = 1024 * 1024

interface Source {
  openClient: Pools['openClient']
  store: Disk
  /** If undefined, the backup is not encrypted and omits the secret key. */
  encryption: { passphrase: string; secretKey: string } | undefined
  reserveMb: number
}

/** Writes one snapshot's tables, clients' files and, if encrypted, the secret key. A failure leaves no file. */
export async function makeBackup(
  source: Source,
  file: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  if (existsSync(file)) throw new CommandError(`${file} exists. Choose another name.`)
  const client = await source.openClient()
  signal?.addEventListener('abort', () => void client.end())
  try {
    // Locks files before the snapshot, so that all of its files still exist.
    await keepFiles(client)
    await client.query('begin isolation level repeatable read read only')
    await client.query("set local datestyle to 'ISO'")
    const manifest = await describe(client, source)
    await refuseWithoutRoom(client, file, source.reserveMb)
    const passphrase = source.encryption?.passphrase
    const written = writeArchive(file, entriesOf(client, source, manifest), { passphrase, signal })
    await written.catch((error: NodeJS.ErrnoException) => {
      throw /^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EIO)$/.test(error.code ?? '')
        ? new CommandError(`${file} cannot be written: ${error.message}`, { cause: error })
        : error
    })
    return manifest
  } finally {
    await client.end()
  }
}

async function describe(client: Client, { encryption }: Source): Promise<Manifest> {
  const tables = await catalog.readTables(client)
  if (tables.length === 0)
    throw new CommandError('The database is empty: there is nothing to keep.')
  await catalog.lockTables(client, tables)
  return {
    product: 'attest',
    layout: LAYOUT,
    madeAt: new Date().toISOString(),
    migrations: await catalog.readMigrations(client),
    tables: tables.map((table) => ({ ...table, rows: 0 })),
    sequences: await catalog.readSequences(client),
    files: 0,
    lostFiles: [],
    hasSecretKey: encryption !== undefined,
  }
}

async function refuseWithoutRoom(client: Client, file: string, reserveMb: number) {
  const { rows } = await client.query(`
    select pg_database_size(current_database())::float8 + coalesce(sum(file_size), 0)::float8 as bytes
    from attachments`)
  const folder = path.dirname(file)
  const { bavail, bsize } = await statfs(folder).catch((cause: Error) => {
    throw new CommandError(`The folder ${folder} cannot be written to: ${cause.message}`, { cause })
  })
  const [needed, free] = [rows[0].bytes / MB, (bavail * bsize) / MB]
  if (needed + reserveMb <= free) return
  throw new CommandError(
    `There is no room for the backup in ${folder}: it needs about ${Math.ceil(needed)} MB, ${reserveMb} MB must stay free, and only ${Math.floor(free)} MB are free.`,
  )
}

async function* entriesOf(
  client: Client,
  { store, encryption }: Source,
  manifest: Manifest,
): AsyncGenerator<Entry> {
  for (const table of manifest.tables) {
    let part = 0
    for await (const rows of catalog.partsOf(client, table)) {
      table.rows += catalog.countRows(rows)
      yield entryOf(`tables/${table.name}/${String(++part).padStart(6, '0')}`, rows)
    }
  }
  for await (const key of keysIn(client)) {
    const found = await findMetaData(store, key)
    if (!found) manifest.lostFiles.push(key)
    if (!found) continue
    manifest.files++
    yield { name: `files/${key}`, bytes: found.contentLength, content: await store.getStream(key) }
  }
  if (encryption) yield entryOf(SECRET_KEY, Buffer.from(encryption.secretKey))
  yield entryOf(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)))
}

/** Undefined if the file is lost. */
async function findMetaData(store: Disk, key: string) {
  try {
    return await store.getMetaData(key)
  } catch (error) {
    if (await store.exists(key)) throw error
    return undefined
  }
}

const entryOf = (name: string, content: Buffer): Entry => ({
  name,
  bytes: content.length,
  content: Readable.from([content]),
})

async function* keysIn(client: Client): AsyncGenerator<string> {
  const page = 'select id, key from attachments where id > $1 order by id limit $2'
  for (let last = 0; ; ) {
    const { rows } = await client.query(page, [last, FILES_PAGE])
    for (const { key } of rows) yield key
    if (rows.length < FILES_PAGE) return
    last = rows.at(-1).id
  }
}
