// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { ImportRunner } from './runner.ts'
import { readTables } from './sheet/choose-table.ts'
import { readCsv } from './sheet/read-csv.ts'
import { BATCH, writeRows } from './sheet/rows-file.ts'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
const row = (number: string, email = `client${number}@example.com`) =>
  `${number},Ann,Lee,${email},617-555-0140,1 Elm St,Boston,MA,02134`

const uploadsOf = ({ config }: TestApp) => path.join(config.DATA_DIR, 'uploads')

/** An import whose process died after `done` rows. */
async function aCutOffImport(app: TestApp, rows: string[], done = 0): Promise<string> {
  const id = randomUUID()
  await mkdir(uploadsOf(app), { recursive: true })
  const table = readTables([readCsv(() => [[HEADERS, ...rows].join('\n')])])
  writeRows(app.deps.imports.rowsFileOf(id), table.rows)
  const at = app.deps.now().toISOString()
  await app.deps.db
    .insertInto('imports')
    .values({
      id,
      file_name: 'clients.csv',
      file_hash: '',
      admin_email: 'admin@example.com',
      send: true,
      total_rows: rows.length,
      done_rows: done,
      clients_before: 0,
      created_at: at,
    })
    .execute()
  return id
}

/** Another process on the same database. */
async function anotherRunner({ deps }: TestApp): Promise<void> {
  const runner = new ImportRunner(deps)
  onTestFinished(() => runner.stop())
  await runner.start()
}

const ended = (app: TestApp, id: string) =>
  expect.poll(async () => (await app.api.get(`/api/admin/imports/${id}`)).body)

test('counts and mails each client once in two processes', async () => {
  const app = await startTestApp()
  const rows = Array.from({ length: BATCH.rows + 2 }, (_, n) => row(String(n)))
  rows[2] = row('2', 'wrong')
  const id = await aCutOffImport(app, rows)
  await Promise.all([anotherRunner(app), anotherRunner(app)])
  await ended(app, id).toMatchObject({
    state: 'completed',
    created: BATCH.rows + 1,
    unchanged: 0,
    rejected: 1,
  })
  const mailings = await app.deps.db.selectFrom('mailings').selectAll().execute()
  const messages = await app.deps.db.selectFrom('messages').select('id').execute()
  expect([mailings.length, messages.length]).toEqual([1, BATCH.rows + 1])
})

test('rejects only rows whose template was deleted meanwhile', async () => {
  const app = await startTestApp()
  const { db } = app.deps
  await sql`
    create function delete_template() returns trigger language plpgsql as $$
    begin delete from templates where id = 'BigClients'; return null; end $$`.execute(db)
  await sql`create trigger meanwhile after insert on clients execute function delete_template()`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`drop function delete_template cascade`.execute(db)
  })
  // Only the second batch names the group.
  const rows = Array.from(
    { length: BATCH.rows + 1 },
    (_, n) => `${row(String(n))},${n < BATCH.rows ? '' : 'Big Clients'}`,
  )
  const file = new File([[`${HEADERS},Group`, ...rows].join('\n')], 'clients.csv')
  const names = { importId: randomUUID(), send: 'false' }
  const { body } = await app.api.upload('/api/admin/import', names, file)
  expect(body).toMatchObject({ created: BATCH.rows, rejected: 1 })
  expect(body.results[0].reason).toBe('There is no email template “Big Clients”')
})

test('treats repeated numbers the same after an interruption', async () => {
  const app = await startTestApp()
  const id = await aCutOffImport(app, [row('1', 'wrong'), row(''), row('1'), row('')], 2)
  const rejected = (n: number) => ({ import_id: id, row: n, client_number: '', reason: 'wrong' })
  await app.deps.db
    .insertInto('import_rejections')
    .values([rejected(2), rejected(3)])
    .execute()
  await anotherRunner(app)
  await ended(app, id).toMatchObject({ state: 'completed', created: 1, rejected: 1 })
  const { results } = (await app.api.get(`/api/admin/imports/${id}`)).body
  expect(results[2]).toMatchObject({ row: 5, reason: 'Client number is required' })
})

test('rejects a merged client’s second row after an interruption', async () => {
  const app = await startTestApp()
  const kept = await aClient(app.deps, { client_number: '1', first_name: 'Ann' })
  const other = await aClient(app.deps, { client_number: '2', first_name: 'Ann' })
  const body = { other: other.id, keep: {} }
  expect((await app.api.post(`/api/admin/users/${kept.id}/merge`, body)).status).toBe(200)
  const id = await aCutOffImport(app, [row('2'), row('1', 'later@example.com')], 1)
  await anotherRunner(app)
  await ended(app, id).toMatchObject({ state: 'completed', updated: 0, rejected: 1 })
})

test('keeps the file of an import whose failure cannot be saved', async () => {
  const app = await startTestApp()
  const { db } = app.deps
  const id = await aCutOffImport(app, [row('1'), row('2')])
  await sql`
    create function read_only() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(db)
  await sql`
    create trigger away before update of done_rows, state on imports execute function read_only()`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`drop function if exists read_only cascade`.execute(db)
  })
  await anotherRunner(app)
  await expect.poll(() => app.logged.join()).toContain('it will be resumed')
  app.logged.splice(0)
  expect(await readdir(uploadsOf(app))).toEqual([`${id}.rows`])

  await sql`drop function read_only cascade`.execute(db)
  app.clock.ahead = 31_000
  await anotherRunner(app)
  await ended(app, id).toMatchObject({ state: 'completed', created: 2 })
  await expect.poll(() => readdir(uploadsOf(app))).toEqual([])
})

/** Runs this SQL in the database while the second batch of an import is written. */
async function inSecondBatch({ deps: { db } }: TestApp, what: string): Promise<void> {
  await sql`create sequence batches`.execute(db)
  await sql`
    create function break_off() returns trigger language plpgsql as $$
    begin if nextval('batches') = 2 then ${sql.raw(what)}; end if; return new; end $$`.execute(db)
  await sql`
    create trigger meanwhile before update of done_rows on imports
    for each row execute function break_off()`.execute(db)
  onTestFinished(async () => {
    await sql`drop function break_off cascade`.execute(db)
    await sql`drop sequence batches`.execute(db)
  })
}

/** One row more than a batch. */
const manyRows = () => Array.from({ length: BATCH.rows + 1 }, (_, n) => row(String(n)))

test('continues after a broken database connection', async () => {
  const app = await startTestApp()
  await inSecondBatch(app, 'perform pg_terminate_backend(pg_backend_pid())')
  const importId = randomUUID()
  const file = new File([[HEADERS, ...manyRows()].join('\n')], 'clients.csv')
  const told = await app.api.upload('/api/admin/import', { importId }, file)
  expect(told).toMatchObject({ status: 503 })
  expect(told.body.message).toContain('It continues by itself')
  await ended(app, importId).toMatchObject({
    state: 'completed',
    created: BATCH.rows + 1,
    bulkUpdate: { emailsSent: BATCH.rows + 1 },
  })
})

test('keeps the clients of a failed import', async () => {
  const app = await startTestApp()
  await inSecondBatch(app, 'raise disk_full')
  const id = await aCutOffImport(app, manyRows())
  await anotherRunner(app)
  const error = expect.stringMatching(/^The server’s disk is full\. Rows counted as done are saved/)
  await ended(app, id).toMatchObject({ state: 'failed', created: BATCH.rows, error })
  app.logged.splice(0)
  const { body } = await app.api.get(`/api/admin/users?importId=${id}`)
  expect(body.total).toBe(BATCH.rows)
})

test('makes one import of two uploads with one id', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const fields = { importId, send: 'false' }
  const file = (name: string) => new File([[HEADERS, row('1')].join('\n')], name)
  const answers = await Promise.all(
    ['a.csv', 'b.xls', 'c.csv'].map((name) =>
      app.api.upload('/api/admin/import', fields, file(name), { prefer: 'respond-async' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  await ended(app, importId).toMatchObject({ state: 'completed', created: 1 })
  await expect.poll(() => readdir(uploadsOf(app))).toEqual([])
})

test('fails an import that stopped the server twice at the same rows', async () => {
  const app = await startTestApp()
  const id = await aCutOffImport(app, [row('1')])
  const died = { lease_until: '2026-01-01T00:00:00.000Z', resumed: 2 }
  await app.deps.db.updateTable('imports').set(died).where('id', '=', id).execute()
  await anotherRunner(app)
  await ended(app, id).toMatchObject({
    state: 'failed',
    created: 0,
    error: expect.stringMatching(/^The server stopped 2 times at the same rows of this import\. /),
  })
  expect(app.logged.splice(0).join()).toContain('an import failed')
})

test('resumes an import that got further since the server stopped', async () => {
  const app = await startTestApp()
  const id = await aCutOffImport(app, manyRows())
  const died = { lease_until: '2026-01-01T00:00:00.000Z', resumed: 1 }
  await app.deps.db.updateTable('imports').set(died).where('id', '=', id).execute()
  await anotherRunner(app)
  await ended(app, id).toMatchObject({ state: 'completed', created: BATCH.rows + 1 })
  const { resumed } = await app.deps.db
    .selectFrom('imports')
    .select('resumed')
    .executeTakeFirstOrThrow()
  expect(resumed).toBe(0)
})
