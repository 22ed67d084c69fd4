import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Disk } from 'flydrive'
import { Kysely, PostgresDialect } from 'kysely'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import { CommandError } from '../command.ts'
import type { Config } from '../config.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import type { Pools } from '../db/open.ts'
import type { Database, Tx } from '../db/schema.ts'
import { uploadsIn } from '../http/files.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { findSecretKey, secretKeyFile, writeSecretKey } from '../secret-key.ts'
import { type Entry, LAYOUT, MANIFEST, Manifest, readArchive, SECRET_KEY } from './archive.ts'
import * as queries from './queries.ts'
import { loadInto, readTables, setSequence, withoutChecks } from './tables.ts'

interface Target {
  openClient: Pools['openClient']
  store: Disk
  config: Config
  migrations?: string
}

type Undo = (() => Promise<unknown>)[]

/** Fills an empty database and store, all or nothing: the one transaction commits last. */
export async function restoreBackup(
  target: Target,
  file: string,
  { manifest, secretKey }: CheckedBackup,
): Promise<Dropped> {
  await refuseUnfit(target, secretKey)
  const client = await target.openClient()
  const undo: Undo = []
  try {
    return await onConnection(client)
      .transaction()
      .execute(async (tx) => {
        if ((await readTables(client)).length > 0) throw new CommandError(NOT_EMPTY)
        await migrate(tx, target.migrations, manifest.migrations.at(-1))
        await load(client, target, { file, manifest, undo })
        await migrate(tx, target.migrations)
        if (secretKey) await putSecretKey(target, secretKey, undo)
        return prepareCopy(tx, manifest, new Date())
      })
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

const NOT_EMPTY = 'The database is not empty. Set DATA_DIR or DATABASE_URL to an empty one.'

const onConnection = (client: Client) =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => Object.assign(client, { release: () => {} }),
        end: async () => {},
        options: {},
      },
    }),
  })

interface Loaded {
  file: string
  manifest: Manifest
  undo: Undo
}

async function load(client: Client, target: Target, { file, manifest, undo }: Loaded) {
  const own = new Set((await readTables(client)).map(({ name }) => name))
  // Leaves out the tables of another program that shared the database.
  const kept = manifest.tables.filter(({ name }) => own.has(name))
  const tables = new Map(kept.map((table) => [table.name, table]))
  const passphrase = target.config.BACKUP_PASSPHRASE
  await withoutChecks(client, kept, () =>
    readArchive(file, passphrase, async (entry) => {
      const [folder = '', name = ''] = entry.name.split('/')
      const table = folder === 'tables' ? tables.get(name) : undefined
      if (table) await pipeline(entry.content, loadInto(client, table))
      else if (folder === 'files') await putFile(target, entry, undo)
    }),
  )
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
}

/** The names that `addAttachment` gives. No other is accepted, so nothing is written outside the store. */
const FILE_KEY = /^\d+\/[\w-]+$/

/** Writes elsewhere and moves the file, so that the store never has half a file. */
async function putFile({ store, config }: Target, entry: Entry, undo: Undo): Promise<void> {
  const key = entry.name.slice('files/'.length)
  if (!FILE_KEY.test(key))
    throw new CommandError(`${entry.name} is not a file name of an Attest backup.`)
  const folder = uploadsIn(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `restore-${key.replace('/', '-')}.part`)
  try {
    await pipeline(entry.content, createWriteStream(draft, { mode: 0o600, flush: true }))
    undo.push(() => store.delete(key))
    await store.moveFromFs(draft, key)
  } finally {
    await rm(draft, { force: true })
  }
}

async function putSecretKey({ config }: Target, key: string, undo: Undo): Promise<void> {
  if (config.SECRET_KEY) return
  const file = secretKeyFile(config.DATA_DIR)
  if (await writeSecretKey(file, key)) undo.push(() => rm(file, { force: true }))
}

/** @throws CommandError for a store that is not empty, and for another secret key */
async function refuseUnfit({ store, config }: Target, secretKey: string | undefined) {
  const { SECRET_KEY, DATA_DIR, FILES_URL } = config
  const present = await findSecretKey(SECRET_KEY, DATA_DIR)
  if (secretKey && present && present !== secretKey) {
    const where = SECRET_KEY ? 'SECRET_KEY' : secretKeyFile(DATA_DIR)
    throw new CommandError(`${where} is not the key of this backup. Remove it, then restore.`)
  }
  const { objects } = await store.listAll('', { recursive: true })
  const file = [...objects].find(({ isFile }) => isFile)
  if (!file) return
  const where = FILES_URL ? 'The bucket of FILES_URL' : `The folder ${path.join(DATA_DIR, 'files')}`
  throw new CommandError(`${where} holds files already: ${file.name}. Restore with an empty one.`)
}

const NEWER = 'This backup is from a newer version of Attest. Install that version, then restore.'

export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

/** Reads the whole file and writes nothing. Throws a CommandError unless this version can restore it. */
export async function checkBackup(
  file: string,
  passphrase: string | undefined,
  migrations?: string,
) {
  let json = ''
  let secretKey: string | undefined
  await readArchive(file, passphrase, async ({ name, content }) => {
    if (name === MANIFEST) json = await text(content)
    else if (name === SECRET_KEY) secretKey = await text(content)
  })
  const manifest = parse(json)
  await refuseNewer(manifest, migrations)
  return { manifest, secretKey }
}

function parse(json: string): Manifest {
  const read = json === '' ? {} : JSON.parse(json)
  const { data } = z.object({ product: z.literal('attest'), layout: z.int() }).safeParse(read)
  if (!data) throw new CommandError('This is not an Attest backup.')
  if (data.layout > LAYOUT) throw new CommandError(NEWER)
  return Manifest.parse(read)
}

/** A backup can be upgraded if its migrations are the first of the product's. */
async function refuseNewer(manifest: Manifest, folder: string | undefined): Promise<void> {
  const own = await migrationNames(folder)
  const isKnown = manifest.migrations.every((name, n) => name === own[n])
  if (!isKnown) throw new CommandError(NEWER)
}

export type Dropped = Awaited<ReturnType<typeof prepareCopy>>

const OPERATOR = { email: null, address: 'this machine', userAgent: 'npm run restore' }

/** A restored copy must not mail anyone, resume imports, accept old sessions or remove the original's files. */
async function prepareCopy(tx: Tx, { madeAt, hasSecretKey }: Manifest, now: Date) {
  const at = now.toISOString()
  const emailsCanceled = await queries.cancelWaiting(tx, at)
  await queries.endImports(tx, at)
  await queries.deleteSignIns(tx)
  await queries.forgetOriginal(tx)
  await queries.skipLetterNumbers(tx)
  const accountsToReset = hasSecretKey ? [] : await queries.deleteSealed(tx)
  await queries.markRestored(tx, {
    restored_at: at,
    backup_made_at: madeAt,
    emails_canceled: emailsCanceled,
  })
  await logEvent(tx, 'restored', OPERATOR, now, `backup of ${madeAt}`)
  return { emailsCanceled, accountsToReset }
}
