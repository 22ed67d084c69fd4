import { expect, test } from 'vitest'
import { mailed } from '../../../testing/a-round.ts'
import { asked, DEATH, tryToMail, WRONG } from '../../../testing/asked.ts'
import { aClient, aLink } from '../../../testing/make.ts'

test('ends links and mail when a wrong person reports an address', async () => {
  const app = await asked()
  const { api, deps, clients, report, link, call, now, outstanding } = app
  const [ann] = clients
  const before = await now()
  const other = await aLink(deps, ann!)
  const elsewhere = await aLink(deps, { id: ann!.id, email: 'new@example.com' })
  const reply = await report(WRONG)
  expect(reply).toMatchObject({ status: 200, body: { message: 'Thank you for telling us.' } })
  for (const token of [link, other])
    expect((await api.get(`/api/verify/${token}`)).status).toBe(404)
  expect((await api.get(`/api/verify/${elsewhere}`)).status).toBe(200)
  expect(await now()).toMatchObject({ ...before, reported: WRONG, reported_as: 'wrong_person' })
  expect(await outstanding('wrong_person')).toMatchObject([
    { client_id: ann!.id, email: ann!.email, reported: WRONG },
  ])
  expect((await api.get('/api/admin/users?excused=reported')).body.total).toBe(1)
  expect((await api.get('/api/admin/users?excused=no')).body.total).toBe(1)
  expect((await api.get('/api/admin/stats')).body.reported).toBe(1)
  const preview = await api.get('/api/admin/bulk-send-emails/preview?statusFilter=all')
  expect(preview.body).toMatchObject({ chosen: 2, reported: 1, totalUsers: 1 })
  expect((await api.post(`/api/admin/resend-email/${ann!.id}`)).body.code).toBe('client_reported')
  expect(await tryToMail(app)).not.toContain('ann')
  expect((await call(`${elsewhere}/new-link`)).status).toBe(200)
  expect(mailed(app)).toEqual([])
})

test('ends other clients’ mail to the reported address', async () => {
  const app = await asked()
  const { api, deps, clients, report, call } = app
  const email = clients[0]!.email.toUpperCase()
  const eve = await aClient(deps, { email, status: 'confirmed' })
  const links = [await aLink(deps, eve), await aLink(deps, eve)]
  expect((await report(WRONG)).status).toBe(200)
  for (const link of links) expect((await api.get(`/api/verify/${link}`)).status).toBe(404)
  await call(`${links[0]}/new-link`)
  expect((await api.post(`/api/admin/resend-email/${eve.id}`)).body.code).toBe('client_reported')
  const url = `/api/admin/users/${eve.id}`
  expect((await api.get(url)).body).toMatchObject({ status: 'confirmed', reported: WRONG })
  expect(await tryToMail(app)).toEqual(['bob', 'bob'])
  await api.post(`${url}/report/end`)
  await api.post(`/api/admin/resend-email/${eve.id}`)
  expect(mailed(app)).toEqual([email.split('@')[0]])
})

test('mails a corrected address, or the old one once the report ends', async () => {
  const { api, url, report, now, ...app } = await asked()
  await report(WRONG)
  await api.put(url, { email: 'ann.lee@example.com' })
  expect(await now()).toMatchObject({ reported_as: null })
  await api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  expect(mailed(app)).toEqual(['ann.lee'])
  await api.put(url, { email: 'Ann@example.com' })
  expect(await now()).toMatchObject({ reported_as: 'wrong_person' })
  expect(await api.post(`${url}/report/end`)).toMatchObject({
    status: 200,
    body: { reported: null, reported_as: null },
  })
  await api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  expect(mailed(app)).toEqual(['Ann'])
  expect(await api.post(`${url}/report/end`)).toMatchObject({
    status: 409,
    body: { code: 'no_report' },
  })
  const kinds = (await api.get(`${url}/timeline?kind=answers`)).body.entries.map(
    ({ action }: { action: string }) => action,
  )
  expect(kinds).toEqual(['report_ended', 'wrong_person'])
})

test('ends all mail and names a person to call when a death is reported', async () => {
  const app = await asked()
  const { api, deps, clients, report, now, outstanding, url } = app
  const elsewhere = await aLink(deps, { id: clients[0]!.id, email: 'new@example.com' })
  const before = await now()
  const reply = await report({ ...DEATH, died_on: '2026-01-31' })
  expect(reply.status).toBe(200)
  expect((await api.get(`/api/verify/${elsewhere}`)).status).toBe(404)
  const reported = { kind: 'died', name: 'Rosa Lee', died_on: '2026-01-31' }
  expect(await now()).toMatchObject({ ...before, reported, reported_as: 'reported_deceased' })
  const [row] = await outstanding('unreachable')
  expect(row).toMatchObject({ reason: 'reported_deceased', reported })
  expect(row.error).toBe(`Rosa Lee, ${row.reported.phone_number}`)
  await api.put(url, { email: 'ann.lee@example.com' })
  expect(await tryToMail(app)).toEqual(['bob', 'bob'])
  const csv = (await api.get('/api/admin/rounds/1/report?format=csv')).body
  expect(csv).toContain(`Reported as deceased by Rosa Lee, ${row.reported.phone_number}`)
  const [entry] = (await api.get(`${url}/timeline?kind=answers`)).body.entries
  expect(entry.new.said).toBe(`Rosa Lee, ${row.reported.phone_number}, died 2026-01-31`)
  const excuse = await api.put(`${url}/excuse`, { reason: 'deceased' })
  expect(excuse.status).toBe(200)
  expect(await outstanding('reported_deceased')).toEqual([])
  expect((await api.get('/api/admin/stats')).body.reported).toBe(0)
})

test('ends a reported death by a phone answer, but not a wrong address', async () => {
  const { api, url, report, deps, clients, now } = await asked()
  await report(WRONG)
  await api.post(`${url}/answers`, { via: 'phone' })
  expect(await now()).toMatchObject({ status: 'confirmed', reported_as: 'wrong_person' })
  await api.post(`${url}/report/end`)
  await report(DEATH, await aLink(deps, clients[0]!))
  await api.post(`${url}/answers`, { via: 'phone' })
  expect(await now()).toMatchObject({ reported: null, status: 'confirmed' })
})

test('counts an answer in a later round despite a wrong address', async () => {
  const { api, url, report, outstanding, clients } = await asked()
  await report(WRONG)
  await api.post(`${url}/answers`, { via: 'phone' })
  await api.post('/api/admin/rounds/1/close')
  const selection = { ids: clients.map(({ id }) => id) }
  const next = { name: 'Next', due_on: '2099-12-31', selection }
  expect((await api.post('/api/admin/rounds', next)).status).toBe(200)
  expect(await outstanding('wrong_person', 2)).toMatchObject([{ client_id: clients[0]!.id }])
})

test('refuses incomplete reports, dead links and a second report', async () => {
  const { report, link, deps, clients, answer, pass, now } = await asked()
  const rejected = async (said: object, field: string) =>
    expect(await report(said)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  await rejected({ ...DEATH, name: ' ' }, 'name')
  await rejected({ ...DEATH, phone_number: '' }, 'phone_number')
  await rejected({ ...DEATH, died_on: '2099-01-01' }, 'died_on')
  await rejected({ ...DEATH, died_on: 'May' }, 'died_on')
  expect((await report({ kind: 'helps' })).status).toBe(400)
  expect((await now()).reported).toBeNull()
  expect((await report(WRONG, 'x'.repeat(43))).status).toBe(404)
  const answered = await aLink(deps, clients[1]!)
  await answer(answered, { email: 'bob@example.com' })
  expect(await report(WRONG, answered)).toMatchObject({
    status: 404,
    body: { code: 'link_answered' },
  })
  expect((await report(WRONG)).status).toBe(200)
  expect((await report(WRONG)).status).toBe(200)
  expect((await report(DEATH)).status).toBe(404)
  expect((await answer(link)).status).toBe(404)
  const late = await aLink(deps, clients[0]!)
  await pass(400 * 24 * 60 * 60 * 1000)
  expect(await report(WRONG, late)).toMatchObject({ status: 404, body: { code: 'link_expired' } })
})

test('accepts only one of an answer and a report at once', async () => {
  const { report, answer, now, url, api, deps, clients } = await asked()
  for (const said of [WRONG, DEATH]) {
    const link = await aLink(deps, clients[0]!)
    const [reported, answered] = await Promise.all([report(said, link), answer(link)])
    expect([reported.status, answered.status].sort()).toEqual([200, 404])
    expect((await now()).reported !== null).toBe(reported.status === 200)
    await api.post(`${url}/report/end`)
  }
})

test('keeps with an answer who gave it for the client', async () => {
  const { api, link, answer, url } = await asked()
  const helper = { name: 'Rosa Lee', relation: 'daughter' }
  expect((await answer(link, { answered_by: { name: 'Rosa Lee' } })).status).toBe(400)
  expect((await answer(link, { answered_by: helper })).status).toBe(200)
  expect((await answer(link, { answered_by: helper })).status).toBe(200)
  expect((await answer(link)).status).toBe(409)
  const [entry] = (await api.get(`${url}/timeline?kind=answers`)).body.entries
  expect(entry).toMatchObject({ type: 'answer', via: 'link', answered_by: helper })
  const csv = (await api.get('/api/admin/rounds/1/report?format=csv')).body
  expect(csv).toContain('by link by Rosa Lee (daughter)')
})

test('refuses a merge until the office has decided about a report', async () => {
  const { api, clients, report, url } = await asked()
  await report(WRONG)
  const refused = await api.post(`${url}/merge`, { other: clients[1]!.id })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('link') } })
})

test('keeps a report when the client is deleted and restored', async () => {
  const { api, report, url, now, ...app } = await asked()
  await report(DEATH)
  await api.delete(url)
  await api.post(`${url}/restore`)
  expect(await now()).toMatchObject({ reported_as: 'reported_deceased' })
  expect((await api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)).status).toBe(409)
})
