import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { runOnServer, withDatabase } from '../testing/server-template.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import type { Db } from './schema.ts'

let db: Db
/** Another process's connections. */
let otherDb: Db
let folder: string

beforeEach(async () => {
  const open = await emptyDatabase()
  const [one, other] = [await open(), await open()]
  onTestFinished(async () => {
    await other.close()
    await one.close()
  })
  db = one.db
  otherDb = other.db
  folder = temporaryFolder()
})

/** A database that has seen no migration. */
async function emptyDatabase(): Promise<() => Promise<OpenDatabase>> {
  const { url } = inject('testTemplate')
  const name = `attest_migrate_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${name}`)
  onTestFinished(async () => void (await runOnServer(url, `drop database ${name} with (force)`)))
  return () => openDatabase({ databaseUrl: withDatabase(url, name), dataDir: '' })
}

function write(name: string, body: string) {
  writeFileSync(path.join(folder, name), `export async function up(db) { ${body} }`)
}

const creating = (table: string) =>
  `await db.schema.createTable('${table}').addColumn('id', 'integer').execute()`

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test('migrations run in the order of their numbers, each once', async () => {
  write('0002-second.ts', `await db.schema.alterTable('things').renameTo('items').execute()`)
  write('0001-first.ts', creating('things'))
  await migrate(db, folder)
  await migrate(db, folder)
  expect(await tables()).toEqual(['items'])

  write('0003-third.ts', creating('more'))
  await migrate(db, folder)
  expect(await tables()).toEqual(['items', 'more'])
})

test('a migration that fails is named, and leaves the database as it was', async () => {
  write('0001-first.ts', creating('things'))
  write('0002-broken.ts', `${creating('others')}; await db.schema.dropTable('nothing').execute()`)

  await expect(migrate(db, folder)).rejects.toThrow(
    'The migration 0002-broken failed: table "nothing" does not exist',
  )

  expect(await tables()).toEqual([])
})

test('a database that is newer than the product is refused', async () => {
  write('0001-first.ts', creating('things'))
  write('0002-second.ts', creating('others'))
  await migrate(db, folder)
  folder = temporaryFolder()
  write('0001-first.ts', creating('things'))

  await expect(migrate(db, folder)).rejects.toThrow('0002-second')
})

test('files that are no migrations are left alone', async () => {
  write('0001-first.ts', creating('things'))
  write('helpers.ts', 'throw new Error()')
  writeFileSync(path.join(folder, 'README.md'), 'not code')
  await migrate(db, folder)
  expect(await tables()).toEqual(['things'])
})

test('two processes that start at once run every migration once', async () => {
  const waiting = 'await new Promise((resolve) => setTimeout(resolve, 100))'
  write('0001-first.ts', `${creating('things')}; ${waiting}`)
  write('0002-second.ts', creating('others'))

  await Promise.all([migrate(db, folder), migrate(otherDb, folder), migrate(otherDb, folder)])

  expect(await tables()).toEqual(['others', 'things'])
})

test('the product’s own migrations run on an empty database', async () => {
  await migrate(db)
  expect(await tables()).toContain('clients')
})
