import { REVIEW_KINDS } from '@attest/contract/reviews'
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const REVIEWS = '/api/admin/reviews'
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()

type Who = { id: number; email: string }
type Six = [Who, Who, Who, Who, Who, Who]

/** Clients, and what the office and the clients do. */
async function anOffice(count = 1) {
  const app = await startTestApp({ CHANGE_RECEIPTS: 'off' })
  const clients: Who[] = []
  for (let n = 0; n < count; n++) clients.push(await aClient(app.deps))
  const { api, deps } = app
  const answer = async (client: Who, change: object, action = 'update') => {
    const token = await aLink(deps, client)
    const body = { ...details, email: client.email, ...change, action }
    expect((await api.post(`/api/verify/${token}`, body)).status).toBe(200)
  }
  const list = async (query = '') => (await api.get(`${REVIEWS}?${query}`)).body
  const itemOf = async ({ id }: Who, more = {}) => {
    const { reviews } = await list('limit=100')
    const review = reviews.find(({ clientId }: { clientId: number }) => clientId === id)
    return { clientId: id, answerIds: review.answerIds, ...more }
  }
  const review = (...items: object[]) => api.post(REVIEWS, { items })
  const now = async ({ id }: Who) => (await api.get(`/api/admin/users/${id}`)).body
  const merge = async (kept: Who, other: Who) => {
    const versions = {
      last_updated: (await now(kept)).last_updated,
      other_last_updated: (await now(other)).last_updated,
    }
    const body = { other: other.id, keep: {}, ...versions }
    expect((await api.post(`/api/admin/users/${kept.id}/merge`, body)).status).toBe(200)
  }
  const rows = () => deps.db.selectFrom('reviews').selectAll().orderBy('id').execute()
  return { ...app, clients, client: clients[0]!, answer, list, itemOf, review, now, merge, rows }
}

const dispute = ({ deps }: TestApp, { id }: Who, answerId: number) =>
  deps.db
    .updateTable('clients')
    .set({ disputed_at: deps.now().toISOString(), disputed_answer_id: answerId })
    .where('id', '=', id)
    .execute()

test('shows several answers as one difference, with the value of today', async () => {
  const { client, api, answer, list } = await anOffice()
  await answer(client, { city: 'Salem', phone_number: '617-555-0140' })
  await answer(client, { city: 'Lowell', phone_number: details.phone_number })
  await api.put(`/api/admin/users/${client.id}`, { city: 'Quincy' })
  const { reviews, total } = await list()
  expect(total).toBe(1)
  expect(reviews).toMatchObject([
    {
      clientId: client.id,
      kind: 'office',
      answerIds: [1, 2],
      changed: ['city'],
      settable: [],
      old: { city: 'Boston', zip_code: '02134' },
      new: { city: 'Lowell' },
      current: { city: 'Quincy' },
    },
  ])
})

test('lists disputes, names and doubtful values first', async () => {
  const app = await anOffice(6)
  const { clients, answer, list, api } = app
  const [plain, office, doubtful, named, disputed, confirmed] = clients as Six
  await answer(plain, { phone_number: '617-555-0140' })
  await answer(office, { city: 'Salem' })
  await api.put(`/api/admin/users/${office.id}`, { city: 'Lowell' })
  await answer(doubtful, { email: 'ann@gmial.com' })
  await answer(named, { last_name: 'Lee' })
  await answer(disputed, { city: 'Salem' })
  await dispute(app, disputed, 5)
  await answer(confirmed, {}, 'confirm')
  const { reviews, total, counts } = await list()
  expect(reviews.map(({ clientId, kind }: Record<string, unknown>) => [clientId, kind])).toEqual([
    [disputed.id, 'disputed'],
    [named.id, 'name'],
    [doubtful.id, 'implausible'],
    [office.id, 'office'],
    [plain.id, 'plain'],
  ])
  expect(total).toBe(5)
  expect(counts).toEqual(
    Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, { total: 1, mark: expect.any(String) }])),
  )
  expect((await api.get('/api/admin/stats')).body.toReview).toBe(5)
  const some = await list('kind=name&limit=1')
  expect(some).toMatchObject({ total: 1, reviews: [{ clientId: named.id }] })
  expect(await list('page=2&limit=3')).toMatchObject({ total: 5, reviews: [{}, {}] })
})

test('takes an answer over once and refuses the second administrator', async () => {
  const { client, answer, itemOf, review, list, now, rows } = await anOffice()
  await answer(client, { city: 'Salem' })
  const item = await itemOf(client, { note: 'In the case system' })
  expect(await review(item)).toMatchObject({ status: 200, body: { reviewed: 1 } })
  expect(await list()).toEqual({ reviews: [], total: 0, counts: {} })
  expect(await now(client)).toMatchObject({ has_changes: false, status: 'updated', city: 'Salem' })
  expect(await review(item)).toMatchObject({ status: 409, body: { code: 'review_changed' } })
  const row = { answer_id: 1, admin_email: 'admin@example.com', outcome: 'taken_over', fields: [] }
  expect(await rows()).toMatchObject([{ ...row, note: 'In the case system' }])
})

test('reviews none of several clients if one has answered meanwhile', async () => {
  const { clients, answer, itemOf, review, rows, now } = await anOffice(2)
  const [one, other] = clients as [Who, Who]
  await answer(one, { city: 'Salem' })
  await answer(other, { city: 'Salem' })
  const items = [await itemOf(one), await itemOf(other)]
  await answer(other, { city: 'Lowell' })
  expect(await review(...items)).toMatchObject({ status: 409, body: { code: 'review_changed' } })
  expect(await rows()).toEqual([])
  expect(await now(one)).toMatchObject({ has_changes: true })
})

test('sets a field back as an edit of the office', async () => {
  const { client, answer, itemOf, review, now, rows, api, deps } = await anOffice()
  await answer(client, { email: 'new@example.com', city: 'Salem' })
  const opened = await aLink(deps, { ...client, email: 'new@example.com' })
  expect(await now(client)).toMatchObject({ email: 'new@example.com', mail_to: client.email })
  const item = await itemOf(client, { setBack: ['email'] })
  expect((await review(item)).status).toBe(200)
  expect(await now(client)).toMatchObject({
    email: client.email,
    mail_to: client.email,
    confirm_by: null,
    city: 'Salem',
    has_changes: false,
  })
  expect((await api.get(`/api/verify/${opened}`)).status).toBe(404)
  expect(await rows()).toMatchObject([{ outcome: 'set_back', fields: ['email'] }])
  const [change] = (await api.get(`/api/admin/users/${client.id}/audit-logs`)).body
  expect(change).toMatchObject({ field: 'email', admins: { email: 'admin@example.com' } })
})

test('sets an address back as a whole, but no value changed since', async () => {
  const { client, answer, itemOf, review, now, api } = await anOffice()
  await answer(client, { city: 'Salem', zip_code: '01970', phone_number: '617-555-0140' })
  await api.put(`/api/admin/users/${client.id}`, { phone_number: '617-555-0777' })
  const refused = await review(await itemOf(client, { setBack: ['city', 'phone_number'] }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'set_back_changed' } })
  expect(await now(client)).toMatchObject({ city: 'Salem', has_changes: true })
  expect((await review(await itemOf(client, { setBack: ['city'] }))).status).toBe(200)
  expect(await now(client)).toMatchObject({
    city: 'Boston',
    zip_code: details.zip_code,
    phone_number: '+16175550777',
  })
})

test('keeps a correction open after a new request and a confirmation', async () => {
  const { client, answer, api, now, list } = await anOffice()
  await answer(client, { city: 'Salem' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  expect(await now(client)).toMatchObject({ status: 'pending', has_changes: true })
  await answer(client, { city: 'Salem' }, 'confirm')
  expect(await now(client)).toMatchObject({ status: 'confirmed', has_changes: true })
  expect((await list()).reviews).toMatchObject([{ kind: 'plain', answerIds: [1] }])
})

test('flags an address that lost only its unit, not a new one without a unit', async () => {
  const { clients, answer, list } = await anOffice(2)
  const [lost, moved] = clients as [Who, Who]
  await answer(lost, { address: '8001 Elm Street' })
  await answer(moved, { address: '12 Harbor Street' })
  const { reviews } = await list()
  expect(reviews).toMatchObject([
    { clientId: lost.id, kind: 'implausible' },
    { clientId: moved.id, kind: 'plain' },
  ])
})

test('omits clients who changed nothing', async () => {
  const { client, answer, list, now } = await anOffice()
  await answer(client, {})
  expect(await now(client)).toMatchObject({ status: 'updated', has_changes: false })
  expect((await list()).total).toBe(0)
})

test('takes over all of a filter only if the list is unchanged', async () => {
  const { clients, answer, list, api, review, now } = await anOffice(4)
  const [one, other, named, away] = clients as [Who, Who, Who, Who]
  await answer(away, { city: 'Salem' })
  await api.delete(`/api/admin/users/${away.id}`)
  await answer(one, { city: 'Salem' })
  await answer(named, { last_name: 'Lee' })
  await answer(other, { city: 'Salem' })
  const markNow = async () => (await list()).counts.plain.mark
  const all = (total: number, mark?: string) =>
    api.post(REVIEWS, { filter: { kind: 'plain', mark }, total })
  const refused = { status: 409, body: { code: 'selection_changed', total: 2 } }
  expect(await all(3)).toMatchObject(refused)
  // The total stays: one client returns from the trash, another is deleted.
  const before = await markNow()
  await api.post(`/api/admin/users/${away.id}/restore`)
  await api.delete(`/api/admin/users/${one.id}`)
  expect(await all(2, before)).toMatchObject(refused)
  const seen = await markNow()
  await answer(other, { city: 'Lowell' })
  expect(await all(2, seen)).toMatchObject(refused)
  expect(await all(2, await markNow())).toMatchObject({ body: { reviewed: 2 } })
  expect(await list()).toMatchObject({ total: 1, counts: { name: { total: 1 } } })
  expect(await now(named)).toMatchObject({ has_changes: true })
  expect(await review()).toMatchObject({ status: 400 })
})

test('refuses to review a disputed answer until the dispute ends', async () => {
  const app = await anOffice()
  const { client, answer, itemOf, review, api, list, rows, now } = app
  await answer(client, { city: 'Salem' })
  await dispute(app, client, 1)
  const refused = { status: 409, body: { code: 'client_disputed' } }
  expect(await review(await itemOf(client))).toMatchObject(refused)
  expect(await api.post(REVIEWS, { filter: {}, total: 1 })).toMatchObject(refused)
  await api.post(`/api/admin/users/${client.id}/dispute/end`, { restore: true })
  expect(await now(client)).toMatchObject({ city: 'Boston', has_changes: false })
  expect(await rows()).toMatchObject([{ outcome: 'set_back', fields: ['city'] }])
  expect((await list()).total).toBe(0)
})

test('lists a disputed answer that was taken over before', async () => {
  const app = await anOffice()
  const { client, answer, itemOf, review, api, list } = app
  await answer(client, { city: 'Salem' })
  await review(await itemOf(client))
  await dispute(app, client, 1)
  expect(await list()).toMatchObject({ total: 1, reviews: [{ kind: 'disputed', answerIds: [1] }] })
  expect((await api.get('/api/admin/stats')).body.toReview).toBe(1)
  await api.post(`/api/admin/users/${client.id}/dispute/end`, { restore: false })
  expect((await list()).total).toBe(0)
})

test('shows answers of a merged client with the kept one', async () => {
  const { clients, answer, itemOf, review, api, list, now, merge } = await anOffice(2)
  const [kept, other] = clients as [Who, Who]
  await answer(other, { city: 'Salem' })
  await merge(kept, other)
  expect((await list()).reviews).toMatchObject([
    { clientId: kept.id, new: { city: 'Salem' }, current: { city: 'Boston' } },
  ])
  expect((await review(await itemOf(kept))).status).toBe(200)
  await api.post(`/api/admin/users/${other.id}/restore`)
  expect(await now(other)).toMatchObject({ has_changes: false, city: 'Salem' })
  expect((await list()).total).toBe(0)
})

test('shows a merged client’s correction after an answer of the other one', async () => {
  const { clients, answer, list, merge } = await anOffice(2)
  const [kept, other] = clients as [Who, Who]
  await answer(kept, { phone_number: '617-555-0140' })
  await answer(other, { city: 'Salem' })
  await merge(kept, other)
  expect((await list()).reviews).toMatchObject([
    {
      answerIds: [1, 2],
      changed: ['phone_number', 'city'],
      new: { phone_number: '+16175550140', city: 'Salem' },
    },
  ])
})

test('lists no client in the trash', async () => {
  const { client, answer, api, list } = await anOffice()
  await answer(client, { city: 'Salem' })
  await api.delete(`/api/admin/users/${client.id}`)
  expect((await list()).total).toBe(0)
  await api.post(`/api/admin/users/${client.id}/restore`)
  expect((await list()).total).toBe(1)
})

test('lets at most one administrator win while the client answers again', async () => {
  const { client, answer, itemOf, review, rows, now, list } = await anOffice()
  for (let n = 0; n < 12; n++) {
    await answer(client, { city: `Salem ${n}` })
    const item = await itemOf(client)
    const [one, other] = await Promise.all([
      review({ ...item, note: 'one' }),
      review({ ...item, setBack: ['city'], note: 'other' }),
      answer(client, { city: `Lowell ${n}` }),
    ])
    const won = [one, other].filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    const reviewed = (await rows()).filter(({ answer_id }) => item.answerIds.includes(answer_id))
    expect(reviewed.length).toBe(won.length * item.answerIds.length)
    expect(await now(client)).toMatchObject({ has_changes: true })
    await review(await itemOf(client))
    expect((await list()).total).toBe(0)
  }
})
