import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { aLink } from '../../../testing/make.ts'
import { linkIn } from '../../../testing/smtp-sink.ts'

const _users = '/api/admin/users'

/** Closes the first round, and asks all clients again a year later. */
async function askNextYear({ api, pass, deps }: Awaited<ReturnType<typeof aRound>>) {
  await api.post('/api/admin/rounds/1/close')
  await pass(364 * DAY_MS)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await untilSent({ deps })
}

test('leads from last year’s answered link to a new one', async () => {
  const app = await aRound(['ann'])
  const { api, deps, clients, sink } = app
  const old = `/api/verify/${await aLink(deps, clients[0]!)}`
  await answer(app, 0)
  const { at, code } = (await api.get(old)).body
  expect(code).toBe('link_answered')
  await askNextYear(app)
  mailed(app)
  expect((await api.get(old)).body).toMatchObject({ code: 'link_expired', at })
  await api.post(`${old}/new-link`)
  await untilSent(app)
  expect(sink.received).toHaveLength(1)
  const fresh = `/api${linkIn(sink.received[0]!)}`
  const { body: shown } = await api.get(fresh)
  expect((await api.post(fresh, { ...shown, action: 'confirm' })).status).toBe(200)
  expect((await api.get(old)).body).toMatchObject({ code: 'link_answered', at })
})

test('says of an expired link until when it worked, whoever asks again', async () => {
  const app = await aRound(['ann'])
  const { api, deps, clients } = app
  const old = `/api/verify/${await aLink(deps, clients[0]!)}`
  await app.pass(40 * DAY_MS)
  const { at } = (await api.get(old)).body
  await answer(app, 0)
  await askNextYear(app)
  expect((await api.get(old)).body).toMatchObject({ code: 'link_expired', at })
})
