import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { details } from '../../../../testing/asked.ts'
import { csv, HEADERS, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { aLink } from '../../../../testing/make.ts'
import { openSmtpSink } from '../../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { startWithSmtp } from '../../../../testing/start-with-smtp.ts'
import {
  beginUndo,
  clientsOf,
  imported,
  importPath,
  planOf,
  undo,
} from '../../../../testing/undo-import.ts'
import { deleteOldChanges } from '../../records/import-changes.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const userOf = (id: number) => `/api/admin/users/${id}`
const historyOf = async ({ api }: TestApp, id: number) =>
  (await api.get(`${userOf(id)}/audit-logs`)).body

test('removes created clients and restores changed ones as they were', async () => {
  const app = await startTestApp()
  await imported(app, row('1'), row('2'))
  const before = await clientsOf(app)
  const id = await imported(app, row('1', { first: 'Amy', city: 'Salem' }), row('2'), row('3'))
  const { id: created } = (await clientsOf(app)).get('3')!
  const plan = await planOf(app, id, 'kind=undone')
  expect(plan).toMatchObject({ removed: 1, restored: 1, kept: 0, unsent: 0, total: 3 })
  expect(plan.rows).toMatchObject([
    { client_number: '1', name: 'Amy Lee', field: 'city', old: 'Boston', new: 'Salem' },
    { client_number: '1', field: 'first_name', old: 'Ann', new: 'Amy', reason: null },
    { client_number: '3', field: null, reason: null },
  ])
  expect(await undo(app, id)).toMatchObject({
    state: 'undone',
    undone_by: 'admin@example.com',
    undone_at: expect.any(String),
    undo_removed: 1,
    undo_restored: 1,
    undo_kept: 0,
  })
  const after = await clientsOf(app)
  const { id: known, last_updated: _, ...details } = before.get('1')!
  expect([...after.keys()]).toEqual(['1', '2'])
  expect(after.get('1')).toMatchObject(details)
  expect(after.get('2')).toEqual(before.get('2'))
  const [restoring, ...earlier] = await historyOf(app, known)
  expect(earlier).toHaveLength(2)
  expect(restoring).toMatchObject({
    action: 'updated',
    admins: { email: 'admin@example.com' },
    field: 'first_name, city',
    new_data: JSON.stringify({ first_name: 'Ann', city: 'Boston' }),
  })
  expect(await historyOf(app, created)).toMatchObject([
    { action: 'deleted' },
    { action: 'created' },
  ])
  const { entries } = (await app.api.get('/api/security-log?event=import-undone')).body
  expect(entries).toMatchObject([{ detail: `clients.csv (${id})` }])
})

test('keeps created clients with an answer, an edit, a file, a call or a note', async () => {
  const app = await startTestApp()
  await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  const numbers = ['answered', 'changed', 'excused', 'file', 'called', 'noted', 'gone', 'untouched']
  const id = await imported(app, ...numbers.map((number) => row(number)))
  const clients = await clientsOf(app)
  const idOf = (number: string) => clients.get(number)!.id
  const answer = { channel: 'phone', action: 'confirm' }
  const client = clients.get('answered')!
  const link = await aLink(app.deps, { id: client.id, email: 'ann@example.com' })
  const { body: details } = await app.api.get(`/api/verify/${link}`)
  await app.api.post(`/api/verify/${link}`, { ...details, ...answer })
  await app.api.put(userOf(idOf('changed')), { phone_number: '617-555-0199' })
  await app.api.put(`${userOf(idOf('excused'))}/excuse`, { reason: 'left' })
  const file = new File(['%PDF-1.7\n'], 'will.pdf')
  await app.api.upload(`${userOf(idOf('file'))}/attachments`, {}, file)
  await app.api.post('/api/admin/rounds/1/calls', {
    clientId: idOf('called'),
    client_id: idOf('called'),
    outcome: 'no_answer',
  })
  await app.api.post(`${userOf(idOf('noted'))}/notes`, { text: 'She moved' })
  await app.api.delete(userOf(idOf('gone')))
  // Undo must not depend on the history.
  await app.deps.db.deleteFrom('changes').execute()
  const reasons = { answered: 1, changed: 2, file: 1, called: 1, noted: 1, deleted: 1, emailed: 0 }
  expect(await planOf(app, id)).toMatchObject({ removed: 1, restored: 0, kept: 6, reasons })
  expect(await undo(app, id)).toMatchObject({ undo_removed: 1, undo_kept: 6 })
  expect([...(await clientsOf(app)).keys()].sort()).toEqual(
    ['answered', 'called', 'changed', 'excused', 'file', 'noted'].sort(),
  )
  expect(await planOf(app, id)).toMatchObject({ removed: 0, kept: 6, reasons, total: 7 })
})

test('lifts only the marks “Do not ask” that the import has set', async () => {
  const app = await startTestApp()
  const numbers = ['marked', 'answered', 'excused', 'decided']
  await imported(app, ...numbers.map((number) => row(number)))
  const clients = await clientsOf(app)
  const urlOf = (number: string) => userOf(clients.get(number)!.id)
  await app.api.put(`${urlOf('excused')}/excuse`, { reason: 'left' })
  const sheet = [`${HEADERS},Deceased`, ...numbers.map((number) => `${row(number)},Y`)]
  const importId = randomUUID()
  await importFile(app, new File([sheet.join('\n')], 'list.csv'), { importId })
  await app.api.post(`${urlOf('answered')}/answers`, { via: 'phone' })
  await app.api.delete(`${urlOf('decided')}/excuse`)
  await app.api.put(`${urlOf('decided')}/excuse`, { reason: 'other' })
  const marks = async () =>
    [...(await clientsOf(app)).values()].map(({ excused_reason }) => excused_reason).sort()
  expect(await marks()).toEqual(['deceased', 'deceased', 'left', 'other'])

  const plan = await planOf(app, importId, 'kind=undone')
  expect(plan).toMatchObject({ removed: 0, restored: 2, kept: 1, reasons: { changed: 1 } })
  expect(plan.rows[0]).toMatchObject({ field: 'excused_reason', old: null, new: 'deceased' })
  expect(await undo(app, importId)).toMatchObject({ undo_restored: 2, undo_kept: 1 })
  expect(await marks()).toEqual(['left', null, null, 'other'])
  expect((await historyOf(app, clients.get('marked')!.id))[0]).toMatchObject({
    field: 'excused_reason',
    new_data: JSON.stringify({ excused_reason: null }),
  })
})

test('keeps a field that was changed and changed back, restores others', async () => {
  const app = await startTestApp()
  await imported(app, row('1'))
  const id = await imported(app, row('1', { first: 'Annie', email: 'amy@example.com' }))
  const { id: client } = (await clientsOf(app)).get('1')!
  await app.api.put(userOf(client), { first_name: 'Amelia' })
  await app.api.put(userOf(client), { first_name: 'Annie' })
  expect(await planOf(app, id)).toMatchObject({
    restored: 1,
    kept: 1,
    rows: [{ field: 'first_name', old: 'Ann', new: 'Annie', reason: 'changed' }],
  })
  await undo(app, id)
  const restored = (await clientsOf(app)).get('1')
  expect(restored).toMatchObject({ first_name: 'Annie', email: 'ann@example.com' })
})

test('keeps the whole address once a part of it was changed', async () => {
  const app = await startTestApp()
  await imported(app, row('1'))
  const id = await imported(app, row('1', { first: 'Amy', city: 'Salem', zip: '01970' }))
  const { id: client } = (await clientsOf(app)).get('1')!
  await app.api.put(userOf(client), { address: '2 Oak St' })
  await undo(app, id)
  expect((await clientsOf(app)).get('1')).toMatchObject({
    first_name: 'Ann',
    address: '2 Oak St',
    city: 'Salem',
    zip_code: '01970',
  })
})

test('keeps changes of a later import or of the client’s own answer', async () => {
  const app = await startTestApp()
  await imported(app, row('1'), row('2'), row('3'))
  const amy = { first: 'Amy' }
  const id = await imported(app, row('1', amy), row('2', amy), row('3', amy), row('4'))
  await imported(app, row('1', { first: 'Amelia' }), row('4', amy))
  const { id: client } = (await clientsOf(app)).get('2')!
  // The answer confirms the imported name.
  const link = await aLink(app.deps, { id: client, email: 'ann@example.com' })
  const { body: details } = await app.api.get(`/api/verify/${link}`)
  await app.api.post(`/api/verify/${link}`, { ...details, action: 'confirm' })
  expect(await undo(app, id)).toMatchObject({ undo_removed: 0, undo_restored: 1, undo_kept: 3 })
  const clients = await clientsOf(app)
  const names = ['1', '2', '3', '4'].map((number) => clients.get(number)?.first_name)
  expect(names).toEqual(['Amelia', 'Amy', 'Ann', 'Amy'])
})

test('restores no disputed value', async () => {
  const app = await startWithSmtp()
  const { api, deps, sink } = app
  await imported(app, row('1'))
  const { id, email } = (await clientsOf(app)).get('1')!
  const token = await aLink(deps, { id, email: String(email) })
  const answer = { ...details, email, city: 'Salem', action: 'update' }
  expect((await api.post(`/api/verify/${token}`, answer)).status).toBe(200)
  const importId = await imported(app, row('1', { city: 'Quincy' }))
  await expect.poll(() => sink.received.length).toBe(1)
  const [notMe] = /not-me\/[\w-]+/.exec(sink.received[0]!.mail.text!)!
  expect((await api.post(`/api/${notMe}`)).status).toBe(200)
  expect((await api.post(`${userOf(id)}/dispute/end`, { restore: true })).status).toBe(200)
  await undo(app, importId)
  expect((await clientsOf(app)).get('1')!.city).toBe('Quincy')
})

test('keeps a group whose former template was deleted', async () => {
  const app = await startTestApp()
  const bring = async (group: string) => {
    const importId = randomUUID()
    const file = new File([`${HEADERS},Group\n${row('1')},${group}`], 'clients.csv')
    await importFile(app, file, { importId, ...quietly })
    return importId
  }
  await bring('Big Clients')
  const id = await bring('General Clients')
  await app.api.delete('/api/admin/email-templates/BigClients')
  expect((await planOf(app, id)).rows).toMatchObject([
    { field: 'group_template', old: 'BigClients', reason: 'template_gone' },
  ])
  expect(await undo(app, id)).toMatchObject({ undo_restored: 0, undo_kept: 1 })
})

test('revokes the links to an email that it removes', async () => {
  const app = await startTestApp()
  await imported(app, row('1'))
  const id = await imported(app, row('1', { email: 'wrong@example.com' }))
  const { id: client } = (await clientsOf(app)).get('1')!
  const link = await aLink(app.deps, { id: client, email: 'wrong@example.com' })
  await undo(app, id)
  expect(await app.api.get(`/api/verify/${link}`)).toMatchObject({ status: 404 })
})

test('counts removed clients in the open round as a deletion does', async () => {
  const app = await startTestApp()
  await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  const id = await imported(app, row('1'), row('2'))
  await sql`insert into round_members select 1, id from clients`.execute(app.deps.db)
  await app.api.delete(userOf((await clientsOf(app)).get('2')!.id))
  await undo(app, id)
  const { coverage } = (await app.api.get('/api/admin/rounds/1')).body
  expect(coverage).toMatchObject({ total: 2, excused: 2, outstanding: 0 })
})

test('undoes an import once for two administrators at the same time', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1'))
  const answers = await Promise.all([beginUndo(app, id), beginUndo(app, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await expect.poll(async () => (await app.api.get(importPath(id))).body.state).toBe('undone')
  expect(await beginUndo(app, id)).toMatchObject({ status: 409, body: { code: 'import_undone' } })
})

test('refuses an undo after 30 days and deletes the data for it', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1'))
  await app.pass(29 * DAY_MS)
  expect((await planOf(app, id)).removed).toBe(1)
  await app.pass(2 * DAY_MS)
  expect(await beginUndo(app, id)).toMatchObject({ status: 409, body: { code: 'undo_expired' } })
  await deleteOldChanges(app.deps.db, app.deps.now().toISOString())
  expect((await planOf(app, id)).removed).toBe(0)
})

test('keeps exactly the clients who get an email of a running mailing', async () => {
  const sink = await openSmtpSink({ slow: 100 })
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  const importId = randomUUID()
  const rows = Array.from({ length: 60 }, (_, n) => row(String(n), { email: `c${n}@example.com` }))
  await importFile(app, csv(...rows), { importId }, { prefer: 'respond-async' })
  await expect.poll(() => sink.received.length).toBeGreaterThan(5)
  const { undo_kept } = await undo(app, importId)
  const emails = [...(await clientsOf(app)).values()].map(({ email }) => email)
  await expect.poll(() => sink.received.length).toBe(undo_kept)
  expect(emails.sort()).toEqual(sink.received.map(({ to }) => to).sort())
  expect(undo_kept).toBeLessThan(60)
})

test('cancels unsent emails and keeps only new clients who were mailed', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await imported(app, row('known'))
  const importId = randomUUID()
  const file = csv(row('1'), row('2'), row('known'))
  await importFile(app, file, { importId }, { prefer: 'respond-async' })
  const { db } = app.deps
  const waiting = () => db.selectFrom('messages').select(['id', 'client_id']).execute()
  await expect.poll(waiting).toHaveLength(3)
  const clients = await clientsOf(app)
  const first = (await waiting()).find(({ client_id }) => client_id === clients.get('1')!.id)
  await db.updateTable('messages').set({ state: 'accepted' }).where('id', '=', first!.id).execute()
  const after = await undo(app, importId)
  expect(after).toMatchObject({ undo_kept: 1, undo_removed: 1 })
  const messages = await db
    .selectFrom('messages')
    .select(['state', 'client_id'])
    .orderBy('client_id')
    .execute()
  expect(messages).toEqual([
    { state: 'canceled', client_id: clients.get('known')!.id },
    { state: 'accepted', client_id: first!.client_id },
    { state: 'canceled', client_id: null },
  ])
  expect((await planOf(app, importId)).reasons).toMatchObject({ emailed: 1 })
})
