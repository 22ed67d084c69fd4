// @module-tag heavy
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailed, untilSent } from '../../../testing/a-round.ts'
import { type Asked, asked, DEATH, details, WRONG } from '../../../testing/asked.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'

test('applies a report to clients restored from the trash or a merge', async () => {
  const { api, deps, clients, report, url } = await asked()
  const { email } = clients[0]!
  const eve = await aClient(deps, { email })
  const twin = await aClient(deps, { email })
  await api.delete(`/api/admin/users/${eve.id}`)
  expect((await api.post(`${url}/merge`, { other: twin.id, keep: {} })).status).toBe(200)
  expect((await report(WRONG, await aLink(deps, clients[0]!))).status).toBe(200)
  await api.put(url, { email: 'ann.lee@example.com' })
  for (const { id } of [eve, twin]) {
    expect((await api.post(`/api/admin/users/${id}/restore`)).status).toBe(200)
    expect((await api.post(`/api/admin/resend-email/${id}`)).body.code).toBe('client_reported')
  }
})

test('imports a wrong person’s address without mailing it', async () => {
  const { api, url, clients, report, ...app } = await asked()
  const { email } = clients[0]!
  const eve = await aClient(app.deps, { email: 'eve@example.com', first_name: 'Ann' })
  await report(WRONG)
  await api.put(url, { email: 'ann.lee@example.com' })
  const rows = [row('new', { email }), row(eve.client_number, { email: email.toUpperCase() })]
  expect((await importFile({ api }, csv(...rows))).body.successful).toBe(2)
  expect(mailed(app)).toEqual([])
  for (const id of [eve.id, eve.id + 1]) {
    expect((await api.get(`/api/admin/users/${id}`)).body).toMatchObject({ reported: WRONG })
    await api.post(`/api/admin/users/${id}/report/end`)
    expect((await api.post(`/api/admin/resend-email/${id}`)).status).toBe(200)
  }
})

test('stops mail when the office enters a wrong person’s address', async () => {
  const { api, url, clients, report, ...app } = await asked()
  const { email } = clients[0]!
  await report(WRONG)
  await api.put(url, { email: 'ann.lee@example.com' })
  const eve = (await api.post('/api/admin/users', clientInput({ client_number: 'new', email })))
    .body
  await api.put(`/api/admin/users/${clients[1]!.id}`, { email: email.toUpperCase() })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann.lee'])
  for (const { id } of [eve, clients[1]!]) {
    await api.post(`/api/admin/users/${id}/report/end`)
    expect((await api.post(`/api/admin/resend-email/${id}`)).status).toBe(200)
  }
})

test('asks no wrong person to confirm an email that a client has typed', async () => {
  const app = await asked()
  const { report, deps, call, clients, outstanding } = app
  const [ann, bob] = clients
  await report(WRONG)
  const answer = { ...details, email: ann!.email, action: 'update' }
  const token = await aLink(deps, bob!)
  for (const _ of [1, 2]) expect((await call(token, answer)).body.confirm_email).toBe(false)
  await untilSent(app)
  expect(mailed(app)).toEqual([])
  expect(await outstanding('email_unconfirmed')).toMatchObject([{ client_id: bob!.id }])
})

test('stops mail when a phone answer names a wrong person’s address', async () => {
  const { api, url, clients, report, ...app } = await asked()
  const [ann, bob] = clients
  await report(WRONG)
  await api.put(url, { email: 'ann.lee@example.com' })
  const other = `/api/admin/users/${bob!.id}`
  await api.post(`${other}/answers`, { via: 'phone', email: ann!.email })
  expect((await api.post(`/api/admin/resend-email/${bob!.id}`)).body.code).toBe('client_reported')
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann.lee'])
})

const ACTS = fc.array(
  fc.constantFrom('wrong', 'died', 'answer', 'mail', 'edit', 'call', 'end', 'trash'),
  { minLength: 3, maxLength: 9 },
)

/** Models whether mail may go out, and compares the product. */
async function walk(app: Asked, acts: string[]) {
  const { api, url, report, deps, now, clients } = app
  for (const act of acts) {
    const client = await now()
    const token = await aLink(deps, { id: client.id, email: client.mail_to })
    if (act === 'wrong') await report(WRONG, token)
    if (act === 'died') await report(DEATH, token)
    if (act === 'answer') await app.answer(token, { email: client.email })
    if (act === 'edit') await api.put(url, { email: `ann${acts.length}@example.com` })
    if (act === 'call') await api.post(`${url}/answers`, { via: 'phone' })
    if (act === 'end') await api.post(`${url}/report/end`)
    if (act === 'trash') await api.delete(url).then(() => api.post(`${url}/restore`))
    const held = (await now()).reported_as !== null
    await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
    const resent = await api.post(`/api/admin/resend-email/${clients[0]!.id}`)
    await app.call(`${token}/new-link`)
    await untilSent(app)
    expect([act, held, resent.status]).toEqual([act, held, held ? 409 : 200])
    expect([act, mailed(app).some((to) => to !== 'bob')]).toEqual([act, !held])
    if (act === 'wrong' || act === 'died') expect(held).toBe(true)
  }
}

test('sends no mail after a report in random acts', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(ACTS, async (acts) => walk(await asked(), acts)),
    { numRuns: Number(process.env.HANDS_WALKS ?? 3) },
  )
})
