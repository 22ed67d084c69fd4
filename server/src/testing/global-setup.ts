import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readFileSync, statfsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { addressOf, connect } from '../db/open.ts'
import { saveBaseline } from './baseline.ts'

/** One migrated database, of which every test file takes copies. */
export type TestTemplate =
  | { kind: 'embedded'; dataDir: string; copies: string }
  | { kind: 'server'; url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** `TEST_DATABASE_URL`, a superuser's, runs the tests on that PostgreSQL instead of the embedded one. */
export default async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  const { template, remove } = url ? await makeOnServer(url) : await makeEmbedded()
  project.provide('testTemplate', template)
  return remove
}

async function makeEmbedded() {
  const copies = await mkdtemp(path.join(scratch(), 'attest-test-'))
  const dataDir = path.join(copies, 'template')
  cpSync(await madeOnce(copies), dataDir, { recursive: true })
  const embedded = await startEmbedded({ dataDir, durable: false })
  await fill(addressOf(embedded))
  await embedded.close()
  const template: TestTemplate = { kind: 'embedded', dataDir, copies }
  return { template, remove: () => rm(copies, { recursive: true, force: true }) }
}

/** Where a copy takes a tenth of the time, if the machine can spare a gigabyte of memory for it. */
function scratch(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 30 ? memory : tmpdir()
}

/** An empty database of this PGlite, kept between runs: making it is most of the time, some 2 s. */
async function madeOnce(folder: string): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'server/package.json'), 'utf8'))
  const name = `attest-pglite-${dependencies['@electric-sql/pglite']}`
  const kept = path.join(ROOT, 'node_modules/.cache', name)
  if (existsSync(kept)) return kept
  const dataDir = path.join(folder, 'new')
  await (await startEmbedded({ dataDir, durable: false })).close()
  // PostgreSQL's own template databases, two thirds of the files to copy for every test file.
  for (const oid of [1, 4])
    await rm(path.join(dataDir, `database/base/${oid}`), { recursive: true })
  // Beside, then renamed: two runs may do this at once.
  const beside = `${kept}-${path.basename(folder)}`
  cpSync(dataDir, beside, { recursive: true })
  await rename(beside, kept).catch(() => rm(beside, { recursive: true }))
  return kept
}

async function makeOnServer(url: string) {
  const name = `attest_test_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${name}`)
  await fill({ connectionString: withDatabase(url, name) })
  const template: TestTemplate = { kind: 'server', url, name }
  return { template, remove: () => dropAll(url, name) }
}

async function fill(target: pg.ClientConfig) {
  const db = connect(target)
  await migrate(db)
  await saveBaseline(db)
  await db.destroy()
}

/** The template and its copies: their names begin with its own. */
async function dropAll(url: string, name: string) {
  const names = `select datname from pg_database where starts_with(datname, '${name}')`
  for (const { datname } of await runOnServer(url, names)) {
    await runOnServer(url, `drop database ${datname} with (force)`)
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

/** Runs one statement on a connection of its own, as `create database` needs it. */
export async function runOnServer(url: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
