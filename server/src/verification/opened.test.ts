// @module-tag heavy
import { expect, test } from 'vitest'
import { answer, aRound, mailed, passToNext, ROUND, type Round } from '../../../testing/a-round.ts'
import { aLink } from '../../../testing/make.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1.15 Mobile/15E148'

test('keeps the first opening of a link, also after the link has ended', async () => {
  const app = await aRound(['ann'])
  const { api, deps, send } = app
  const client = app.clients[0]!
  const url = `/api/verify/${await aLink(deps, client)}`
  const openings = () => deps.db.selectFrom('link_opens').selectAll().execute()
  for (let n = 0; n < 3; n++) await api.get(url)
  expect(await openings()).toEqual([])

  const headers = { authorization: '', 'user-agent': PHONE }
  expect(await send('POST', `${url}/opened`, { headers })).toMatchObject({ status: 200, body: '' })
  const [first] = await openings()
  expect(first).toMatchObject({ client_id: client.id, on_phone: true })
  await app.pass(60_000)
  expect((await api.post(`${url}/opened`)).status).toBe(200)
  expect(await openings()).toEqual([first])

  await answer(app, 0)
  expect(await api.post(`${url}/opened`)).toMatchObject({
    status: 404,
    body: { code: 'link_answered' },
  })
  await api.delete(`/api/admin/users/${client.id}`)
  const { entries } = (await api.get(`/api/admin/users/${client.id}/timeline?kind=emails`)).body
  expect(entries).toMatchObject([{ type: 'opening', on_phone: true }, { type: 'email' }])
  const unknown = (await api.get('/api/verify/unknown')).body
  expect(await api.post('/api/verify/unknown/opened')).toMatchObject({ status: 404, body: unknown })
})

test('records which email’s link was opened', async () => {
  const app = await aRound(['ann'])
  const { id } = app.clients[0]!
  await app.api.post(`/api/admin/resend-email/${id}`)
  const [{ mail }] = app.sink.received as [Round['sink']['received'][number]]
  const token = /\/verify\/([\w-]+)/.exec(mail.text ?? '')![1]
  await app.api.post(`/api/verify/${token}/opened`)
  const { entries } = (await app.api.get(`/api/admin/users/${id}/timeline?kind=emails`)).body
  expect(entries[0]).toMatchObject({ type: 'opening', mailing: { id: 2, kind: 'resend' } })
})

test('counts clients who opened once, and still reminds them', async () => {
  const app = await aRound(['ann', 'bob', 'cat'])
  const open = async (n: number) =>
    app.api.post(`/api/verify/${await aLink(app.deps, app.clients[n]!)}/opened`)
  const { remindable } = await app.round()
  await open(0)
  await open(0)
  await open(1)
  const { coverage, nextReminder, ...now } = await app.round()
  expect(coverage).toMatchObject({ total: 3, outstanding: 3, reasons: { opened: 2, asked: 1 } })
  expect(now.remindable).toBe(remindable)
  expect(nextReminder).toMatchObject({ recipients: 3, tooRecent: 0 })
  const reasons = async (query = '') =>
    (await app.api.get(`${ROUND}/outstanding${query}`)).body.clients.map(
      ({ reason }: { reason: string }) => reason,
    )
  expect(await reasons()).toEqual(['opened', 'opened', 'asked'])
  expect(await reasons('?reason=opened')).toHaveLength(2)
  expect(await reasons('?reason=remindable')).toHaveLength(3)
  const { total } = (await app.api.get('/api/admin/users?round=remindable')).body
  expect(total).toBe(3)

  await passToNext(app)
  expect(mailed(app)).toEqual(['ann', 'bob', 'cat'])
  await answer(app, 0)
  expect((await app.round()).coverage).toMatchObject({
    confirmed: 1,
    outstanding: 2,
    reasons: { opened: 1, asked: 1 },
  })
  const report = await app.api.get(`${ROUND}/report?format=csv`)
  expect(report.body).toContain('Opened, not answered')

  // Asked again, the client has not opened the new letter.
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'confirmed' })
  await expect
    .poll(async () => (await app.round()).coverage.reasons)
    .toMatchObject({ opened: 1, asked: 2 })
})
