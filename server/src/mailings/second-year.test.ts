import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { csv, row } from '../../../testing/import-file.ts'
import { ADMIN, aClient, aToken } from '../../../testing/make.ts'
import { importPreview, previewFile } from '../../../testing/preview-file.ts'
import { threeClients } from '../../../testing/spring-round.ts'

const users = '/api/admin/users'
const rounds = '/api/admin/rounds'
const bulk = '/api/admin/bulk-send-emails'

/** Ann has an email, Bob and Cid have none. Ann and Bob have answered last year's round, which is closed. */
async function aYearLater() {
  const app = await aRound(['ann'])
  const { api, deps } = app
  const bob = await aClient(deps, { email: '' })
  const cid = await aClient(deps, { email: '', excused_reason: 'left' })
  await answer(app, 0)
  for (const { id } of [bob, cid]) await api.post(`${users}/${id}/answers`, { via: 'phone' })
  await api.post(`${rounds}/1/close`)
  await app.pass(364 * DAY_MS)
  const statusOf = async (id: number) => (await api.get(`${users}/${id}`)).body.status
  const second = async () => (await api.get(`${rounds}/2`)).body.coverage
  return { ...app, bob, cid, statusOf, second }
}

test.each(['all', 'confirmed'])(
  'a mailing to %s asks last year’s phone answerers again by phone',
  async (statusFilter) => {
    const { api, bob, cid, statusOf, second, ...app } = await aYearLater()
    await api.post(bulk, { statusFilter })
    await untilSent(app)
    expect(await second()).toMatchObject({ total: 2, outstanding: 2, reasons: { no_address: 1 } })
    expect([await statusOf(bob.id), await statusOf(cid.id)]).toEqual(['pending', 'confirmed'])
    await api.post(`${users}/${bob.id}/answers`, { via: 'phone' })
    await api.post(bulk, { statusFilter: 'all' })
    await untilSent(app)
    expect(await second()).toMatchObject({ total: 2, confirmed: 1 })
  },
)

test('a canceled mailing leaves last year’s phone answers as they were', async () => {
  const { api, bob, statusOf, second, ...app } = await aYearLater()
  await app.deps.sender.stop()
  await api.post(bulk, { statusFilter: 'all' })
  expect(await statusOf(bob.id)).toBe('pending')
  const [{ id }] = (await api.get('/api/admin/mailings')).body.mailings
  expect((await api.post(`/api/admin/mailings/${id}/cancel`)).status).toBe(200)
  expect(await statusOf(bob.id)).toBe('confirmed')
  expect(await second()).toMatchObject({ total: 0 })
})

test('an import with emails asks last year’s phone answerers again', async () => {
  const app = await aYearLater()
  const { bob, cid, statusOf, second } = app
  const known = { first: 'Esperanza', last: "O'Brien", email: '' }
  const sheet = csv(row(bob.client_number, known), row('N1', { email: 'new@example.com' }))
  const { body } = await previewFile(app, sheet)
  expect((await importPreview(app, body.previewId, { send: 'true' })).status).toBe(200)
  await untilSent(app)
  expect(await second()).toMatchObject({ total: 2, outstanding: 2, reasons: { no_address: 1 } })
  expect([await statusOf(bob.id), await statusOf(cid.id)]).toEqual(['pending', 'confirmed'])
})

test('counts no answer of this year for last year’s mailing', async () => {
  const app = await aRound(['ann', 'bob'])
  await answer(app, 0)
  await app.api.post(`${rounds}/1/close`)
  await app.pass(364 * DAY_MS)
  await app.api.post(bulk, { statusFilter: 'all' })
  await untilSent(app)
  await answer(app, 1)
  const { mailings } = (await app.api.get('/api/admin/mailings')).body
  expect(mailings.map(({ answered }: { answered: number }) => answered)).toEqual([1, 1])
  const { messages } = (await app.api.get('/api/admin/mailings/1/messages')).body
  const answers = messages.map((one: { answer: string | null }) => one.answer)
  expect(answers).toEqual(['confirmed', null])
})

test('asks before an import’s emails join last year’s open round', async () => {
  const app = await aRound(['ann'])
  await app.pass(364 * DAY_MS)
  const { body } = await previewFile(app, csv(row('N1', { email: 'new@example.com' })))
  const send = { send: 'true' }
  const { name, due_on } = await app.round()
  const asked = await importPreview(app, body.previewId, send)
  expect(asked).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(asked.body.message).toContain(`would join the round ${name}, which was due on `)
  const preview = await app.api.get(`${bulk}/preview?statusFilter=all`)
  expect(preview.body.round).toMatchObject({ name, due_on })
  await app.api.post(`${rounds}/1/close`)
  expect((await importPreview(app, body.previewId, send)).status).toBe(200)
})

test('names who started last year’s plan, not who had made it', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  const headers = {
    authorization: `Bearer ${await aToken(app.deps, { ...ADMIN, email: 'priya@example.com' })}`,
  }
  const put = (payload: object) => app.send('PUT', `${rounds}/${id}`, { payload, headers })
  expect((await put({ name: 'Spring' })).body.admin_email).toBe(ADMIN.email)
  expect((await put({ startsAt: null })).body.admin_email).toBe('priya@example.com')
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann', 'bob', 'cid'])
  const [mailing] = (await app.api.get('/api/admin/mailings')).body.mailings
  expect(mailing.admin_email).toBe('priya@example.com')
})
