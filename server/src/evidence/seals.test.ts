import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, HOUR_MS, untilSent } from '../../../testing/a-round.ts'
import { ADMIN } from '../../../testing/make.ts'
import { transact } from '../db/transact.ts'
import { addReviews } from '../records/reviews.ts'
import { hashOf, SEALED } from '../records/sealed-rows.ts'
import { sealAndCheck } from './check-seals.ts'
import { sealNewRows, verifySeals } from './seals.ts'

/** Two clients were asked, one has answered, and all of it is sealed. */
async function aSealedRound(settings = {}) {
  const app = await aRound(['ann', 'bob'], settings)
  await untilSent(app)
  await answer(app, 0)
  const review = { answer_id: 1, outcome: 'taken_over' as const, fields: [], note: null }
  const by = { adminEmail: ADMIN.email, at: app.deps.now().toISOString() }
  await transact(app.deps.db, (tx) => addReviews(tx, by, [review]))
  await app.pass(2 * HOUR_MS)
  await sealNewRows(app.deps)
  const { bulkDb } = app.deps
  /** Changes rows without triggers, as the holder of the database could. */
  const tamper = async (statement: string) => {
    await bulkDb.connection().execute(async (db) => {
      await sql`set session_replication_role = 'replica'`.execute(db)
      await sql.raw(statement).execute(db)
      await sql`set session_replication_role = 'origin'`.execute(db)
    })
  }
  const problems = async () => (await verifySeals(bulkDb)).problems
  return { ...app, tamper, problems }
}

/** A forged value for each type, and for columns that accept only some texts. */
const BY_TYPE: Record<string, (column: string) => string> = {
  text: () => "'forged'",
  bigint: () => '99',
  integer: () => '99',
  boolean: (column) => `not ${column}`,
  'timestamp with time zone': (column) => `${column} + interval '1 day'`,
  jsonb: () => `'{"city": "Salem"}'`,
  ARRAY: () => "'{city}'",
}
const CHOICES: Record<string, string> = {
  via: "'phone'",
  result: "'updated'",
  mail_to_by: "'confirmed'",
  action: "'created'",
  outcome: "'set_back'",
  state: "'failed'",
  purpose: "'not_me'",
}

test.each(Object.keys(SEALED))('names the seal of each altered column of %s', async (table) => {
  const { tamper, problems, deps } = await aSealedRound()
  const { columns, later = [] } = SEALED[table]!
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = any(${[...columns, ...later]})
  `.execute(deps.bulkDb)
  expect(rows).toHaveLength(columns.length + later.length)
  expect(await problems()).toEqual([])
  const copy = `insert into ${table} overriding system value select * from`
  for (const { name, type } of rows) {
    const value = CHOICES[name] ?? BY_TYPE[type]!(name)
    await tamper(`
      create table kept as select * from ${table} where ${name} is distinct from ${value} order by id desc limit 1;
      create table forged as select * from kept;
      update forged set ${name} = ${value};
      delete from ${table} where id in (select id from kept);
      ${copy} forged`)
    expect([name, await problems()]).toEqual([name, [expect.stringContaining(` of ${table}: `)]])
    await tamper(`
      delete from ${table} where id in (select id from forged);
      ${copy} kept;
      drop table kept, forged`)
  }
  expect(await problems()).toEqual([])
})

test('adding a column changes no earlier hash', async () => {
  const { deps } = await aSealedRound()
  const { rows } = await sql<{ now: string; before: string }>`
    select ${hashOf('answers')} as now, encode(sha256(convert_to(jsonb_build_array(id, client_id, client_number, name,
      extract(epoch from at), via, admin, result, old, new, note, mail_to, mail_to_by, extract(epoch from recorded_at)
    )::text, 'UTF8')), 'hex') as before from answers`.execute(deps.bulkDb)
  expect(rows.map(({ now }) => now)).toEqual(rows.map(({ before }) => before))
})

test('names the seal of removed and inserted rows', async () => {
  const { tamper, problems } = await aSealedRound()
  await tamper('delete from answers where id = 1')
  expect(await problems()).toEqual([expect.stringContaining('of answers: 1 row was removed.')])
  const forged = (id: number) => `
    insert into answers (id, client_id, client_number, name, at, via, result, old, new, recorded_at)
    overriding system value
    select ${id}, client_id, 'K', 'Eve', timestamp, 'link', 'confirmed', '{}', '{}', timestamp from changes limit 1`
  await tamper(`${forged(1)}; ${forged(-1)}`)
  expect(await problems()).toEqual([
    expect.stringContaining('of answers: a row or the seal was altered.'),
    'A row of answers lies outside of all seals.',
  ])
})

test('reports a removed seal', async () => {
  const { tamper, problems } = await aSealedRound()
  await tamper('delete from seals where seq = 2')
  expect(await problems()).toEqual([expect.stringContaining('Seal 2 is missing')])
})

test('keeps seals valid when the office deletes a change record', async () => {
  const { api, clients, problems } = await aSealedRound()
  const [newest] = (await api.get(`/api/admin/users/${clients[0]!.id}/audit-logs`)).body
  expect((await api.delete(`/api/admin/audit-logs/${newest.id}`)).status).toBe(200)
  expect(await problems()).toEqual([])
})

test('keeps seals valid when a client is deleted', async () => {
  const { api, clients, problems } = await aSealedRound()
  await api.delete(`/api/admin/users/${clients[0]!.id}`)
  expect(await problems()).toEqual([])
})

test('seals no refusal that may still be taken back', async () => {
  const app = await aRound(['ann', 'bob'])
  await untilSent(app)
  const { bulkDb } = app.deps
  await sealNewRows(app.deps)
  const sealed = bulkDb.selectFrom('seals').where('table_name', '=', 'messages').selectAll()
  expect(await sealed.execute()).toEqual([])
  // Simulates a server that has refused every email: the message waits again, and is then sent.
  const settle = (at: string | null) =>
    bulkDb.updateTable('messages').set({ settled_at: at }).where('id', '=', 1).execute()
  await settle(null)
  await settle(app.deps.now().toISOString())
  await app.pass(2 * HOUR_MS)
  await sealNewRows(app.deps)
  expect(await sealed.execute()).toMatchObject([{ count: 2 }])
  expect((await verifySeals(bulkDb)).problems).toEqual([])
})

test('seals no row that a running transaction could join', async () => {
  const app = await aSealedRound()
  const { bulkDb } = app.deps
  const rows = () => bulkDb.selectFrom('seals').selectAll().execute()
  const before = (await rows()).length
  const insert = sql`insert into changes (client_id, action, timestamp, old_data, new_data)
    values (1, 'updated', now(), 'null', 'null')`
  let sealing: Promise<void> | undefined
  await transact(bulkDb, async (tx) => {
    await insert.execute(tx)
    await insert.execute(bulkDb)
    sealing = sealNewRows(app.deps)
    // Sealing waits for this transaction, so nothing is sealed before it ends.
    await sql`select pg_sleep(0.5)`.execute(tx)
    expect((await rows()).length).toBe(before)
  })
  await sealing
  expect((await rows()).length).toBe(before + 1)
  expect(await app.problems()).toEqual([])
})

test('mails the newest seal once a day, and names seals that do not hold', async () => {
  const app = await aSealedRound({ HEAD_TO: 'judge@example.com' })
  const mails = () => app.sink.received.filter(({ to }) => to === 'judge@example.com')
  await sealAndCheck(app.deps)
  await expect.poll(() => mails().length).toBe(1)
  const head = (await verifySeals(app.deps.bulkDb)).head!
  expect(mails()[0]!.mail.text).toContain(head)
  await app.pass(HOUR_MS)
  await sealAndCheck(app.deps)
  await app.tamper("update answers set name = 'forged'")
  await app.pass(DAY_MS)
  await sealAndCheck(app.deps)
  await expect.poll(() => mails().length).toBe(2)
  expect(app.logged.splice(0).join()).toContain('a seal does not hold')
  const { sealProblem } = (await app.api.get('/api/admin/stats')).body
  expect(sealProblem).toContain('of answers')
})

test('checks the seals again after the clock was a year ahead', async () => {
  const app = await aSealedRound({ HEAD_TO: 'judge@example.com' })
  const mails = () => app.sink.received.filter(({ to }) => to === 'judge@example.com')
  await app.pass(365 * DAY_MS)
  await sealAndCheck(app.deps)
  await app.pass(-365 * DAY_MS)
  for (let n = 0; n < 2; n++) await sealAndCheck(app.deps)
  await expect.poll(() => mails().length).toBe(2)
})
