import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { runOnServer, withDatabase } from '../../../testing/server-template.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
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
  return () => openDatabase({ databaseUrl: withDatabase(url, name), dataDir: '' }).opened
}

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

const creating = (table: string) => `create table ${table} (id integer);`

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test('runs migrations once, in the order of their numbers', async () => {
  write('0002-second.sql', 'alter table things rename to items')
  write('0001-first.sql', creating('things'))
  await migrate(db, folder)
  await migrate(db, folder)
  expect(await tables()).toEqual(['items'])

  write('0003-third.sql', creating('more'))
  await migrate(db, folder)
  expect(await tables()).toEqual(['items', 'more'])
})

test('names a failed migration and changes nothing', async () => {
  write('0001-first.sql', creating('things'))
  write('0002-broken.sql', `${creating('others')} drop table nothing;`)

  await expect(migrate(db, folder)).rejects.toThrow(
    'The migration 0002-broken failed: table "nothing" does not exist',
  )

  expect(await tables()).toEqual([])
})

test('refuses a database newer than the product', async () => {
  write('0001-first.sql', creating('things'))
  write('0002-second.sql', creating('others'))
  await migrate(db, folder)
  folder = temporaryFolder()
  write('0001-first.sql', creating('things'))

  await expect(migrate(db, folder)).rejects.toThrow('0002-second')
})

test('ignores other files in the folder', async () => {
  write('0001-first.sql', creating('things'))
  write('helpers.sql', 'not SQL')
  write('README.md', 'not SQL')
  await migrate(db, folder)
  expect(await tables()).toEqual(['things'])
})

test('runs every migration once if two processes start together', async () => {
  write('0001-first.sql', `${creating('things')} select pg_sleep(0.1);`)
  write('0002-second.sql', creating('others'))

  await Promise.all([migrate(db, folder), migrate(otherDb, folder), migrate(otherDb, folder)])

  expect(await tables()).toEqual(['others', 'things'])
})

test('runs the product’s own migrations on an empty database', async () => {
  await migrate(db)
  expect(await tables()).toContain('clients')
})

test('leaves the last answer of each client with changes to review', async () => {
  await migrate(db, undefined, '0028-seals')
  const client = (id: number, hasChanges: boolean) => sql`
    insert into clients (id, first_name, last_name, email, phone_number, client_number, address, city, state, zip_code,
      group_template, last_updated, created_at, mail_to, has_changes) overriding system value
    values (${id}, 'Ann', 'Lee', '', '', ${String(id)}, '', '', '', '', 'GeneralClients', now(), now(), '', ${hasChanges})`
  const answer = (clientId: number, old: string) => sql`
    insert into answers (client_id, client_number, name, at, via, result, old, new)
    values (${clientId}, '', '', now(), 'link', 'updated', ${old}, '{}')`
  for (const [id, hasChanges] of [
    [1, true],
    [2, false],
    [3, true],
    [4, true],
  ] as const)
    await client(id, hasChanges).execute(db)
  await sql`insert into merged_clients values (9, '9', 3, now(), '{}')`.execute(db)
  // Adds the answers 1 to 7.
  for (const id of [1, 1, 2, 3, 9]) await answer(id, '{"city": "Salem"}').execute(db)
  await answer(1, '{}').execute(db)
  await answer(4, '{}').execute(db)
  await migrate(db)
  const { rows } = await sql<{ answer_id: number }>`
    select answer_id from reviews where outcome = 'earlier' order by 1`.execute(db)
  expect(rows.map(({ answer_id }) => answer_id)).toEqual([1, 3, 4])
  const flagged = await sql`select id from clients where has_changes order by id`.execute(db)
  expect(flagged.rows).toEqual([{ id: 1 }, { id: 3 }])
})
