import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { asked, DEATH, WRONG } from '../../../testing/asked.ts'
import { deleteForGood } from '../../../testing/delete-for-good.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { aClient, aLink } from '../../../testing/make.ts'
import { linkIn } from '../../../testing/smtp-sink.ts'

const users = '/api/admin/users'

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

test('refuses a phone answer from before the round that asks by phone', async () => {
  const app = await aRound(['ann'])
  const { api, deps } = app
  const bob = await aClient(deps, { email: '' })
  await api.post(`${users}/${bob.id}/answers`, { via: 'phone' })
  await askNextYear(app)
  const body = (on: string) => ({ via: 'letter', on })
  const today = new Date(deps.now()).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
  const earlier = await api.post(`${users}/${bob.id}/answers`, body('2026-12-01'))
  expect(earlier).toMatchObject({
    status: 400,
    body: { fields: { on: `The client was asked on ${today}. Enter that day or a later one.` } },
  })
  expect((await api.post(`${users}/${bob.id}/answers`, body(today))).status).toBe(200)
  const second = (await api.get('/api/admin/rounds/2')).body
  expect(second.coverage).toMatchObject({ total: 2, confirmed: 1, outstanding: 1 })
})

test('mails no wrong person again after the client’s next report', async () => {
  const app = await asked()
  const { api, deps, clients, report, now, url } = app
  const number = clients[0]!.client_number
  const list = (email: string) =>
    importFile(app, csv(row(number, { first: 'Esperanza', last: "O'Brien", email })))
  await report(WRONG)
  await api.put(url, { email: 'ann.lee@example.com' })
  await report(WRONG, await aLink(deps, await now()))
  await api.put(url, { email: 'lee@example.com' })
  mailed(app)
  // The office's own program still has the first address.
  expect((await list('ANN@example.com')).body).toMatchObject({ updated: 1 })
  await untilSent(app)
  expect(await now()).toMatchObject({ mail_to: 'ANN@example.com', reported_as: 'wrong_person' })
  expect(mailed(app)).toEqual([])
  await api.post(`${url}/report/end`)
  await api.put(url, { email: 'ann.lee@example.com' })
  expect(await now()).toMatchObject({ reported_as: 'wrong_person' })
})

test('mails no wrong person after the client was deleted for good', async () => {
  const app = await asked()
  const [ann] = app.clients
  await app.report(WRONG)
  await deleteForGood(app, ann!.id)
  mailed(app)
  const again = csv(row(ann!.client_number, { email: ann!.email }))
  expect((await importFile(app, again)).body).toMatchObject({ created: 1 })
  await untilSent(app)
  expect(mailed(app)).toEqual([])
})

test('keeps a wrong person’s report when a reported death ends', async () => {
  const { api, report, deps, clients, now, url } = await asked()
  const elsewhere = await aLink(deps, { id: clients[0]!.id, email: 'letter' })
  await report(WRONG)
  await report(DEATH, elsewhere)
  expect(await now()).toMatchObject({ reported_as: 'reported_deceased' })
  await api.post(`${url}/report/end`)
  expect(await now()).toMatchObject({ reported_as: 'wrong_person' })
  await api.post(`${url}/report/end`)
  expect(await now()).toMatchObject({ reported: null })
})

test('stops mail to a restored client who had an older report', async () => {
  const { api, deps, clients, report, now, url } = await asked()
  const email = 'shared@example.com'
  await report(WRONG)
  await api.put(url, { email })
  await api.put(`${users}/${clients[1]!.id}`, { email })
  await api.delete(url)
  await report(WRONG, await aLink(deps, { id: clients[1]!.id, email }))
  await api.post(`${url}/restore`)
  expect(await now()).toMatchObject({ mail_to: email, reported_as: 'wrong_person' })
})
