// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { behindLock } from '../../../../testing/await-blocked.ts'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import {
  beginUndo,
  clientsOf,
  imported,
  importPath,
  undone,
} from '../../../../testing/undo-import.ts'
import { ImportRunner } from '../runner.ts'
import { BATCH } from '../sheet/rows-file.ts'

/** Runs this SQL in the database when the nth batch of an import or undo is counted. */
async function inBatch({ deps: { db } }: TestApp, nth: number, column: string, what: string) {
  await sql`create sequence batches`.execute(db)
  await sql`
    create function meanwhile() returns trigger language plpgsql as $$
    begin if nextval('batches') = ${sql.raw(String(nth))} then ${sql.raw(what)}; end if; return new; end $$`.execute(
    db,
  )
  await sql`
    create trigger meanwhile before update of ${sql.ref(column)} on imports
    for each row execute function meanwhile()`.execute(db)
  onTestFinished(async () => {
    await sql`drop function meanwhile cascade`.execute(db)
    await sql`drop sequence batches`.execute(db)
  })
}

const rows = (count: number) => Array.from({ length: count }, (_, n) => row(String(n)))

const stateOf = async ({ api }: TestApp, id: string) => (await api.get(importPath(id))).body

async function anotherRunner({ deps }: TestApp): Promise<void> {
  const runner = new ImportRunner(deps)
  onTestFinished(() => runner.stop())
  await runner.start()
}

test('continues an undo after a broken database connection', async () => {
  const app = await startTestApp()
  const id = await imported(app, ...rows(1001))
  // The first count is set by the start of the undo.
  await inBatch(app, 3, 'undo_done', 'perform pg_terminate_backend(pg_backend_pid())')
  await beginUndo(app, id)
  await expect.poll(() => app.logged.join()).toContain('lost its database connection')
  expect(await stateOf(app, id)).toMatchObject({ state: 'undoing', undo_removed: 1000 })
  await anotherRunner(app)
  expect(await undone(app, id)).toMatchObject({ state: 'undone', undo_removed: 1001 })
  expect((await clientsOf(app)).size).toBe(0)
  const { rows: records } = await sql<{ count: number }>`
    select count(*) from changes where action = 'deleted'`.execute(app.deps.db)
  expect(records).toEqual([{ count: 1001 }])
})

test('fails an undo that cannot continue, and undoes the rest later', async () => {
  const app = await startTestApp()
  const id = await imported(app, ...rows(1001))
  await inBatch(app, 3, 'undo_done', `raise exception 'the disk is full'`)
  await beginUndo(app, id)
  expect(await undone(app, id)).toMatchObject({ state: 'failed', undo_removed: 1000 })
  expect(app.logged.splice(0).join()).toContain('an import failed')
  await beginUndo(app, id)
  expect(await undone(app, id)).toMatchObject({
    state: 'undone',
    error: null,
    undo_removed: 1001,
  })
})

test('cancels an import between two batches, which can then be undone', async () => {
  const app = await startTestApp()
  await inBatch(app, 2, 'done_rows', 'perform pg_sleep(0.5)')
  const importId = randomUUID()
  const stream = app.send('GET', `/api/admin/import-progress/${importId}`)
  await importFile(app, csv(...rows(3 * BATCH.rows + 1)), { importId }, { prefer: 'respond-async' })
  await expect.poll(async () => (await stateOf(app, importId)).created).toBeGreaterThan(0)
  const { body: canceled } = await app.api.post(`${importPath(importId)}/cancel`)
  expect(canceled).toMatchObject({ state: 'canceled', canceled_by: 'admin@example.com' })
  const { created } = canceled
  expect(created % BATCH.rows).toBe(0)
  expect(String((await stream).body)).toContain(
    `canceled after ${created} of ${3 * BATCH.rows + 1} rows`,
  )
  const again = await app.api.post(`${importPath(importId)}/cancel`)
  expect(again).toMatchObject({ status: 409, body: { code: 'import_ended' } })
  await app.deps.imports.ended(importId)
  expect(await stateOf(app, importId)).toMatchObject({
    state: 'canceled',
    created,
    mailingId: null,
    done_rows: created,
  })
  await beginUndo(app, importId)
  expect(await undone(app, importId)).toMatchObject({ undo_removed: created })
})

test('refuses to undo an import that still runs', async () => {
  const app = await startTestApp()
  await inBatch(app, 2, 'done_rows', 'perform pg_sleep(0.5)')
  const importId = randomUUID()
  await importFile(
    app,
    csv(...rows(BATCH.rows + 1)),
    { importId, ...quietly },
    { prefer: 'respond-async' },
  )
  const refused = await beginUndo(app, importId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'import_running' } })
  await app.deps.imports.ended(importId)
})

test('cancels emails that were just being made', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await imported(app, row('1'))
  const id = await imported(app, row('1', { first: 'Anne' }))
  const send = () => app.api.post(`${importPath(id)}/email`)
  const lock = sql`lock table messages in share mode`
  await behindLock(app.deps.db, lock, [send, () => beginUndo(app, id)])
  expect(await undone(app, id)).toMatchObject({ undo_restored: 1 })
  const messages = await app.deps.db.selectFrom('messages').select('state').execute()
  expect(messages).toEqual([{ state: 'canceled' }])
})

test('removes no client while a note or a call is added', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1'), row('2'))
  await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  const [one, two] = [...(await clientsOf(app)).values()].map((client) => client.id)
  const note = () => app.api.post(`/api/admin/users/${one}/notes`, { text: 'Moved' })
  const call = () =>
    app.api.post('/api/admin/rounds/1/calls', { client_id: two, outcome: 'will_answer' })
  const lock = sql`lock table notes, calls in share mode`
  await behindLock(app.deps.db, lock, [note, call, () => beginUndo(app, id)])
  expect(await undone(app, id)).toMatchObject({ undo_kept: 2, undo_removed: 0 })
})
