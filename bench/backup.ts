import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordNightly } from '../server/src/backup/queries.ts'
import type { Db } from '../server/src/db/schema.ts'
import { insertBatches } from './fill.ts'
import { idleMemory, newFolder, openBareDatabase, openProduct, peakMemory } from './product.ts'
import { type Figure, medians, seconds } from './report.ts'

const CLIENTS = 100_000
const FILES = 200
const FILE_BYTES = 5 * 1024 * 1024
const RUNS = 3
const MOST_MB = 60
const BACKUP = path.resolve(import.meta.dirname, '../server/src/backup/backup-command.ts')
const BARE = path.join(import.meta.dirname, 'bare-backup.ts')

/** Measures a backup of a large firm under load, against COPY of its tables and `tar` of its files. */
export async function benchBackup(): Promise<Figure[]> {
  const folder = await newFolder()
  await fill(folder)
  const product = await openProduct({ DATA_DIR: folder })
  const [ours, encrypted, bare] = await medians(
    RUNS,
    () => intoFolder((out) => run(BACKUP, { DATA_DIR: folder }, path.join(out, 'backup'))),
    () =>
      intoFolder((out) =>
        run(BACKUP, { DATA_DIR: folder, ...ENCRYPTED }, path.join(out, 'backup')),
      ),
    () => intoFolder((out) => run(BARE, {}, folder, out)),
  )
  await product.stop()
  const plain = await nightlyMemory(folder, {})
  const encrypting = await nightlyMemory(folder, ENCRYPTED)
  await rm(folder, { recursive: true, force: true })
  const what = `backup of ${CLIENTS.toLocaleString('en-US')} clients and 1 GB of files`
  return [
    { what, ...beside(ours, bare), promise: 'at most 2' },
    { what: `${what}, encrypted`, ...beside(encrypted, bare), promise: 'none' },
    memory('memory of the server that makes it', plain),
    memory('memory of the server that encrypts it', encrypting),
  ]
}

const ENCRYPTED = { BACKUP_PASSPHRASE: 'only for the benchmark' }

async function fill(dataDir: string): Promise<void> {
  await withBareDatabase(dataDir, async (db) => {
    await insertBatches(db, CLIENTS)
    for (let n = 1; n <= FILES; n++) await addFile(db, dataDir, n)
  })
}

async function addFile(db: Db, dataDir: string, clientId: number): Promise<void> {
  const key = `${clientId}/${randomUUID()}`
  const file = path.join(dataDir, 'files', key)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(FILE_BYTES, `The will of client ${clientId}.\n`))
  const shown = { original_name: 'will.txt', category: 'document', description: null } as const
  const uploaded = { uploaded_at: new Date().toISOString(), admin_email: 'admin@example.com' }
  const bytes = { key, mime_type: 'text/plain', file_size: FILE_BYTES, hash: 'none' }
  await db
    .insertInto('attachments')
    .values({ client_id: clientId, ...bytes, ...shown, ...uploaded })
    .execute()
}

async function run(script: string, env: Record<string, string>, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

async function intoFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await newFolder()
  await work(folder)
  await rm(folder, { recursive: true })
}

/** The MB that the nightly backup adds to an idle server. */
async function nightlyMemory(dataDir: string, settings: Record<string, string>): Promise<number> {
  const BACKUP_DIR = await newFolder()
  await withBareDatabase(dataDir, (db) =>
    recordNightly(db, { succeeded_at: new Date().toISOString() }),
  )
  const product = await openProduct({ DATA_DIR: dataDir, BACKUP_DIR, ...settings })
  const idle = await idleMemory(product.pid)
  await withBareDatabase(dataDir, (db) => db.deleteFrom('nightly_backup').execute())
  const isMade = async () => (await readdir(BACKUP_DIR)).some((name) => /\.(tar|age)$/.test(name))
  const peak = await peakMemory(product.pid, async () => {
    while (!(await isMade())) await sleep(100)
  })
  await product.stop()
  await rm(BACKUP_DIR, { recursive: true })
  return peak - idle
}

async function withBareDatabase(
  dataDir: string,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const { db, close } = await openBareDatabase(dataDir)
  await work(db)
  await close()
}

const beside = (ours: number, bare: number) => ({
  ours: seconds(ours),
  yardstick: `${seconds(bare)} COPY and tar`,
  ratio: ours / bare,
})

const memory = (what: string, ours: number): Figure => ({
  what,
  ours: `${ours.toFixed(0)} MB over idle`,
  yardstick: `${MOST_MB} MB`,
  ratio: ours / MOST_MB,
  promise: 'at most 1',
})
