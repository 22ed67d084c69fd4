import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, mailed, type Round, untilSent } from '../../../testing/a-round.ts'
import { csv, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient, aLink } from '../../../testing/make.ts'
import { client, merge, rows, undo } from '../../../testing/merge.ts'
import { previewFile } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { imported, planOf } from '../../../testing/undo-import.ts'
import { findRound } from '../rounds/queries.ts'
import { reportedClients } from '../rounds/report-queries.ts'
import { emptyTrash } from './restore-clients.ts'

const users = '/api/admin/users'

test('keeps the chosen values, fills gaps, and returns all by an undo', async () => {
  const app = await startTestApp()
  const a = await aClient(app.deps, { email: '', mail_to: '', city: 'Salem' })
  const b = await aClient(app.deps, { alt_number: '+16175550101', last_name: 'Lee' })
  await app.api.upload(`${users}/${b.id}/attachments`, {}, new File(['x'], 'deed.txt'))
  const before = await rows(app)
  const { body } = await merge(app, a.id, b.id, { last_name: b.id, city: a.id })
  expect(body).toMatchObject({
    client_number: a.client_number,
    last_name: 'Lee',
    city: 'Salem',
    email: b.email,
    mail_to: b.email,
    alt_number: '+16175550101',
  })
  expect((await app.api.get(users)).body.total).toBe(1)
  expect((await app.api.get(`${users}/${a.id}/attachments`)).body).toHaveLength(1)
  const history = (await app.api.get(`${users}/${a.id}/audit-logs`)).body
  expect(history.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['merged', 'file_uploaded']),
  )
  const [trashed] = (await app.api.get('/api/admin/trash')).body.clients
  expect(trashed).toMatchObject({ client_id: b.id, merged_into: { id: a.id } })

  expect((await undo(app, b.id)).status).toBe(200)
  const untimed = (list: typeof before) => list.map(({ last_updated: _, ...row }) => row)
  expect(untimed(await rows(app))).toEqual(untimed(before))
  expect((await app.api.get(`${users}/${a.id}/attachments`)).body).toEqual([])
  expect((await app.api.get(`${users}/${b.id}/attachments`)).body).toHaveLength(1)
})

const coverageOf = async ({ round }: Pick<Round, 'round'>) => (await round()).coverage

test('counts a person once who has answered as the merged client', async () => {
  const app = await aRound(['ada', 'bob', 'eve'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  await untilSent(app)
  await answer(app, 1)
  mailed(app)
  expect(await coverageOf(app)).toMatchObject({ total: 3, confirmed: 1, outstanding: 2 })
  expect((await merge(app, a.id, b.id)).body).toMatchObject({ status: 'confirmed' })
  expect(await coverageOf(app)).toMatchObject({ total: 2, confirmed: 1, outstanding: 1 })
  expect((await app.api.get('/api/admin/rounds/1/outstanding')).body.total).toBe(1)
  const [newest] = (await app.api.get(`${users}?sort=-last_answer`)).body.users
  expect(newest).toMatchObject({ id: a.id, last_answer: expect.stringMatching(/Z$/) })
  expect(await client(app, a.id)).toMatchObject({ last_answer: newest.last_answer })
  await undo(app, b.id)
  expect(await coverageOf(app)).toMatchObject({ total: 3, confirmed: 1, outstanding: 2 })
  expect(await client(app, a.id)).toMatchObject({ status: 'pending' })
})

test('gives each client its own part of a round that closed before the undo', async () => {
  const app = await aRound(['ada', 'bob', 'eve'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  await untilSent(app)
  await answer(app, 1)
  await merge(app, a.id, b.id)
  await app.api.post('/api/admin/rounds/1/close')
  expect(await coverageOf(app)).toMatchObject({ total: 2, confirmed: 1 })
  expect((await undo(app, b.id)).status).toBe(200)
  expect(await coverageOf(app)).toMatchObject({ total: 3, confirmed: 1, reasons: { asked: 2 } })
  const told = []
  for await (const batch of reportedClients(app.deps.db, (await findRound(app.deps.db, 1))!))
    for (const { client_id, state, answers, emails } of batch)
      told.push({ client_id, state, answers: answers.length, emails: emails.length })
  expect(told).toContainEqual({ client_id: a.id, state: 'asked', answers: 0, emails: 1 })
  expect(told).toContainEqual({ client_id: b.id, state: 'answered', answers: 1, emails: 1 })
})

test('keeps a person in the round who was asked as the merged client', async () => {
  const app = await aRound(['bob'])
  await untilSent(app)
  const a = await aClient(app.deps, { status: 'confirmed' })
  const b = app.clients[0]!
  const token = await aLink(app.deps, b)
  await merge(app, a.id, b.id)
  expect((await app.api.get(`/api/verify/${token}`)).status).toBe(404)
  expect(await coverageOf(app)).toMatchObject({
    total: 1,
    outstanding: 1,
    reasons: { not_asked: 1 },
  })
  await undo(app, b.id)
  expect(await coverageOf(app)).toMatchObject({ total: 1, reasons: { asked: 1 } })
  expect(await client(app, a.id)).toMatchObject({ status: 'confirmed' })
})

test('keeps a client pending after the undo if asked since the merge', async () => {
  const app = await aRound(['bob'])
  const a = await aClient(app.deps, { status: 'confirmed' })
  const b = app.clients[0]!
  await merge(app, a.id, b.id)
  expect((await app.api.post(`/api/admin/resend-email/${a.id}`)).status).toBe(200)
  await untilSent(app)
  expect((await undo(app, b.id)).status).toBe(200)
  expect(await client(app, a.id)).toMatchObject({ status: 'pending' })
  expect(await coverageOf(app)).toMatchObject({ total: 2, reasons: { asked: 2 } })
})

test('lists calls to both merged clients in the open round', async () => {
  const app = await aRound(['ada', 'bob'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  for (const [note, { id }] of Object.entries({ first: b, second: a }))
    await app.api.post('/api/admin/rounds/1/calls', { client_id: id, outcome: 'no_answer', note })
  await merge(app, a.id, b.id)
  const { clients } = (await app.api.get('/api/admin/rounds/1/outstanding')).body
  const called = clients.map(({ calls }: { calls: { note: string }[] }) =>
    calls.map(({ note }) => note),
  )
  expect(called).toEqual([['second', 'first']])
})

test('refuses one client twice, an old version, a dispute, a former number', async () => {
  const app = await startTestApp()
  const [a, b, c] = [await aClient(app.deps), await aClient(app.deps), await aClient(app.deps)]
  expect(await merge(app, a.id, a.id)).toMatchObject({ status: 400 })
  const old = {
    other: b.id,
    last_updated: '2026-01-01T00:00:00.000Z',
    other_last_updated: b.last_updated,
  }
  expect(await app.api.post(`${users}/${a.id}/merge`, old)).toMatchObject({ status: 409 })
  await app.deps.db
    .updateTable('clients')
    .set({ disputed_at: a.created_at, disputed_answer_id: 1 })
    .where('id', '=', b.id)
    .execute()
  expect((await merge(app, a.id, b.id)).body.message).toContain('End the dispute first')
  await app.deps.db
    .updateTable('clients')
    .set({ disputed_at: null, disputed_answer_id: null })
    .execute()
  await merge(app, a.id, b.id)
  const taken = `Client number ${b.client_number} is a former number of`
  const created = await app.api.post(users, {
    ...c,
    id: undefined,
    alt_number: '',
    client_number: b.client_number,
  })
  expect(created.status).toBe(409)
  expect(created.body.message).toContain(taken)
  const edited = await app.api.put(`${users}/${c.id}`, { client_number: b.client_number })
  expect(edited.body.message).toContain(taken)
})

test('keeps the story and the former number when the trash is emptied', async () => {
  const app = await startTestApp()
  const [a, b] = [await aClient(app.deps), await aClient(app.deps)]
  await app.api.upload(`${users}/${b.id}/attachments`, {}, new File(['x'], 'deed.txt'))
  await merge(app, a.id, b.id)
  await app.pass(31 * DAY_MS)
  await emptyTrash(app.deps)
  expect(await undo(app, b.id)).toMatchObject({ status: 404 })
  expect((await app.api.get(`${users}/${a.id}/attachments`)).body).toHaveLength(1)
  await app.api.delete(`${users}/${a.id}`)
  await app.pass(31 * DAY_MS)
  await emptyTrash(app.deps)
  expect(await app.deps.db.selectFrom('attachments').select('id').execute()).toEqual([])
  expect(await app.deps.db.selectFrom('merged_clients').select('client_id').execute()).toEqual([])
})

test('imports a row with a former number into the kept client', async () => {
  const app = await startTestApp()
  const a = await aClient(app.deps, { client_number: 'A1', first_name: 'Ann', last_name: 'Lee' })
  const b = await aClient(app.deps, { client_number: 'B7' })
  await merge(app, a.id, b.id)
  expect((await app.api.get(`${users}?search=B7`)).body).toMatchObject({ users: [{ id: a.id }] })
  const sheet = () => csv(row('B7', { address: '9 Oak St' }), row('A1', { address: '7 Elm St' }))
  const { rows: seen, counts } = (await previewFile(app, sheet())).body
  expect(counts).toMatchObject({ created: 0, changed: 1, rejected: 1 })
  expect(seen[0]).toMatchObject({ former: 'B7', cells: { client_number: 'A1' } })
  expect(seen[1].problems.client_number).toBe('Row 2 already has client number A1')
  expect((await importFile(app, sheet(), quietly)).body).toMatchObject({ updated: 1, created: 0 })
  expect(await client(app, a.id)).toMatchObject({ client_number: 'A1', address: '9 Oak St' })
})

test('keeps both merged clients when their import is undone', async () => {
  const app = await startTestApp()
  const importId = await imported(app, row('A1'), row('B7', { first: 'Bea' }))
  const [a, b] = await rows(app)
  await merge(app, a!.id, b!.id)
  expect(await planOf(app, importId)).toMatchObject({
    removed: 0,
    reasons: { changed: 1, deleted: 1 },
  })
})

test('reports emails and answers of both clients in the round', async () => {
  const app = await aRound(['ada', 'bob'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  await untilSent(app)
  await answer(app, 1)
  await merge(app, a.id, b.id)
  const round = (await findRound(app.deps.db, 1))!
  const { value: reported } = await reportedClients(app.deps.db, round).next()
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatchObject({ client_id: a.id, state: 'answered', via: 'link' })
  expect(reported[0]!.emails).toHaveLength(2)
  expect(reported[0]!.answers).toHaveLength(1)
})

test('shows entries of both clients on the timeline of the kept one', async () => {
  const app = await aRound(['ada', 'bob'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  await untilSent(app)
  await answer(app, 1)
  await app.api.post(`${users}/${b.id}/notes`, { text: 'Moved in May' })
  await merge(app, a.id, b.id)
  const types = async (id: number) =>
    (await app.api.get(`${users}/${id}/timeline`)).body.entries.map(
      ({ type, action }: { type: string; action?: string }) => action ?? type,
    )
  expect(await types(a.id)).toEqual(['merged', 'note', 'answer', 'email', 'email'])
  expect(await types(b.id)).toEqual(['merged', 'note', 'answer', 'email'])
  await undo(app, b.id)
  expect(await types(a.id)).toEqual(['merge_undone', 'merged', 'email'])
})
