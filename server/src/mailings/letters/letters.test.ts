import { expect, test } from 'vitest'
import { asRestored } from '../../../../testing/a-round.ts'
import {
  aPrint,
  codesIn,
  LETTERS,
  makeLetters,
  PAPER_SETTINGS,
  pdfOf,
  redeem,
} from '../../../../testing/letters.ts'
import { aClient, aLink } from '../../../../testing/make.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

test('leads a client from a mailed letter to an answer', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { clients, batchId, code } = await aPrint(app, 'Achterberg')
  const { id } = clients[0]!
  expect((await api.get('/api/admin/rounds')).body).toEqual([])
  expect((await api.get(LETTERS)).body).toMatchObject([
    { batchId, letters: 1, printed: 1, mailed_at: null },
  ])
  expect((await api.post(`${LETTERS}/${batchId}/mailed`)).body).toMatchObject({ printed: 1 })
  expect((await api.post(`${LETTERS}/${batchId}/mailed`)).status).toBe(200)
  const outstanding = (await api.get('/api/admin/rounds/1/outstanding')).body
  expect(outstanding).toMatchObject({ total: 1, clients: [{ reason: 'letter', requests: 1 }] })
  const { entries } = (await api.get(`/api/admin/users/${id}/timeline`)).body
  expect(entries[0]).toMatchObject({ type: 'letter', by: 'admin@example.com', round: { id: 1 } })

  const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  const { token } = (await redeem(app, ` ${typed} `)).body
  const details = (await api.get(`/api/verify/${token}`)).body
  expect(details.last_name).toBe('Achterberg')
  const { last_updated: _, ...given } = details
  const answer = { ...given, action: 'update', city: 'Salem', email: 'a@example.com' }
  expect((await api.post(`/api/verify/${token}`, answer)).status).toBe(200)
  expect((await api.post(`/api/verify/${token}`, answer)).status).toBe(200)
  expect((await redeem(app, code)).body).toEqual({ token })
  expect((await api.get(`/api/verify/${token}`)).body).toMatchObject({ code: 'link_answered' })
  expect((await api.get('/api/admin/rounds/1')).body.coverage).toMatchObject({
    total: 1,
    updated: 1,
    reasons: { letter: 0 },
  })
})

test('ends the codes of an earlier print and reprints no mailed letters', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { batchId, code } = await aPrint(app, 'Lee')
  // The caller has not seen that print.
  expect(await app.api.get(`${LETTERS}/${batchId}/pdf?printed=never`)).toMatchObject({
    status: 409,
    body: { code: 'letters_printed' },
  })
  expect((await redeem(app, code)).status).toBe(200)
  const again = codesIn(await pdfOf(app, batchId))[0]!
  expect((await redeem(app, code)).status).toBe(404)
  expect((await redeem(app, again)).status).toBe(200)
  await app.api.post(`${LETTERS}/${batchId}/mailed`)
  expect(await app.api.get(`${LETTERS}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'letters_mailed' },
  })
  expect((await redeem(app, again)).status).toBe(200)
  const discarded = await aPrint(app, 'Gray')
  expect((await app.api.delete(`${LETTERS}/${discarded.batchId}`)).status).toBe(200)
  expect((await redeem(app, discarded.code)).status).toBe(404)
})

test('neither discards nor marks a print that the caller has not seen', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { clients, batchId, code } = await aPrint(app, 'Lee')
  const of = (printed: string, step = '') => `${LETTERS}/${batchId}${step}?printed=${printed}`
  expect(await api.delete(of('never'))).toMatchObject({ body: { code: 'letters_printed' } })
  expect((await redeem(app, code)).status).toBe(200)
  const before = (await api.get(LETTERS)).body[0].printed_at
  await app.pass(60_000)
  await pdfOf(app, batchId)
  const late = await api.post(of(before, '/mailed'))
  expect(late).toMatchObject({ status: 409, body: { code: 'letters_printed' } })
  expect((await makeLetters(app, clients[0]!.id)).letters).toBe(1)
  const { printed_at } = (await api.get(LETTERS)).body.at(-1)
  expect((await api.post(of(printed_at, '/mailed'))).body).toMatchObject({ printed: 1 })
})

test('prints no letter that leads to the reader’s own computer', async () => {
  const PUBLIC_URL = 'http://localhost:3000'
  const app = await startTestApp({ SMTP_URL: 'smtp://mail.firm.invalid', PUBLIC_URL })
  const { batchId } = await makeLetters(app, (await aClient(app.deps)).id)
  expect(await app.api.get(`${LETTERS}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`Links would lead to ${PUBLIC_URL}`) },
  })
})

test('prints no letter in a restored copy until it is resumed', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { batchId } = await makeLetters(app, (await aClient(app.deps)).id)
  await asRestored(app)
  expect(await app.api.get(`${LETTERS}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('presses Resume on the dashboard') },
  })
  await app.api.post('/api/admin/resume', {})
  expect(codesIn(await pdfOf(app, batchId))).toHaveLength(1)
})

test('warns of local links before the print, also without a mail server', async () => {
  const warningFor = async (PUBLIC_URL: string) => {
    const app = await startTestApp({ ...PAPER_SETTINGS, PUBLIC_URL })
    return (await makeLetters(app, (await aClient(app.deps)).id)).warning
  }
  expect(await warningFor('http://localhost:3000')).toContain('set PUBLIC_URL')
  expect(await warningFor('https://attest.example.com')).toBeNull()
})

test('warns of clients whose other letters may still arrive', async () => {
  const app = await startTestApp({ ...PAPER_SETTINGS, PUBLIC_URL: 'https://attest.example.com' })
  const { clients, batchId } = await aPrint(app, 'Lee', 'Gray')
  const [lee, gray] = clients.map(({ id }) => id) as [number, number]
  const { warning } = await makeLetters(app, lee, (await aClient(app.deps)).id)
  expect(warning).toContain('in other letters of the last 7 days: 1.')
  await app.api.put(`/api/admin/users/${gray}`, { address: '1 Oak Street' })
  expect((await makeLetters(app, gray)).warning).toBeNull()
  await app.api.post(`${LETTERS}/${batchId}/mailed`)
  await app.pass(8 * 24 * 60 * 60 * 1000)
  expect((await makeLetters(app, lee)).warning).toBeNull()
})

test('warns of clients who may have got an email this week', async () => {
  const app = await startTestApp({ ...PAPER_SETTINGS, PUBLIC_URL: 'https://attest.example.com' })
  const { id } = await aClient(app.deps, { email: 'ann@example.com' })
  await app.api.post(`/api/admin/resend-email/${id}`)
  expect((await makeLetters(app, id)).warning).toContain('emailed in the last 7 days: 1.')
})

test('stores neither codes nor tokens', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { code } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const links = await app.deps.db.selectFrom('verification_links').selectAll().execute()
  const rows = await app.deps.db.selectFrom('letters').selectAll().execute()
  const stored = JSON.stringify([links, rows])
  expect(stored).not.toContain(code.replace(' ', ''))
  expect(stored).not.toContain(token)
})

test('leaves out clients that no letter may or can reach, and says why', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api, deps } = app
  const { clients, number } = await aPrint(app, 'Returned')
  await api.post(`${LETTERS}/returned`, { numbers: [number], reason: 'Moved' })
  const ids = [clients[0]!.id]
  for (const over of [
    { status: 'confirmed' as const },
    { excused_reason: 'declined' as const },
    { zip_code: '' },
    { address: 'x'.repeat(201) },
    {},
  ])
    ids.push((await aClient(deps, over)).id)
  const dead = await aClient(deps)
  const death = { kind: 'died', name: 'Rosa Lee', phone_number: '617-555-0188' }
  await api.post(`/api/verify/${await aLink(deps, dead)}/not-for-me`, death)
  expect(await makeLetters(app, ...ids, dead.id)).toMatchObject({
    letters: 1,
    leftOut: { answered: 1, excused: 1, disputed: 1, incomplete: 2, returned: 1 },
  })
  expect(await api.post(LETTERS, { selection: { ids: ids.slice(0, 2) } })).toMatchObject({
    status: 409,
    body: { code: 'no_letters', leftOut: { answered: 1, returned: 1 } },
  })
})

test('makes no letter to a returned address until it changes', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { clients, number, code, batchId } = await aPrint(app, 'Moved')
  const id = clients[0]!.id
  await api.post(`${LETTERS}/${batchId}/mailed`)
  const send = (numbers: string[], reason: string | null) =>
    api.post(`${LETTERS}/returned`, { numbers, reason })
  const wrong = String(Number(number) + 1)
  expect(await send([number, wrong], 'Moved')).toMatchObject({
    status: 400,
    body: { code: 'unknown_numbers', unknown: [wrong] },
  })
  expect((await makeLetters(app, id)).letters).toBe(1)
  expect((await send([number], 'Moved')).body.letters).toEqual([
    { number, client_id: id, name: 'Esperanza Moved' },
  ])
  expect((await redeem(app, code)).status).toBe(404)
  const of = async () => (await api.get('/api/admin/rounds/1/outstanding')).body.clients[0]
  expect(await of()).toMatchObject({ reason: 'no_address', paper: 'returned', requests: 0 })
  expect((await api.get(`/api/admin/users/${id}`)).body.address_returned).not.toBeNull()
  expect((await makeLetters(app, id)).leftOut).toMatchObject({ returned: 1 })
  await api.put(`/api/admin/users/${id}`, { address: '8001 ELM Street Apt. 4B' })
  expect((await makeLetters(app, id)).leftOut).toMatchObject({ returned: 1 })
  await api.put(`/api/admin/users/${id}`, { address: '1 Oak Street' })
  expect((await makeLetters(app, id)).letters).toBe(1)
  await api.put(`/api/admin/users/${id}`, { address: '8001 Elm Street, Apt 4B' })
  await send([number], null)
  expect((await makeLetters(app, id)).letters).toBe(1)
})

test('names the client who stayed for the returned letter of a merged one', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { clients, number } = await aPrint(app, 'Lee')
  const other = clients[0]!.id
  const { id } = await aClient(app.deps, { last_name: 'Stayed' })
  const now = async (one: number) => (await app.api.get(`/api/admin/users/${one}`)).body
  const last_updated = (await now(id)).last_updated
  const other_last_updated = (await now(other)).last_updated
  const body = { other, keep: {}, last_updated, other_last_updated }
  expect((await app.api.post(`/api/admin/users/${id}/merge`, body)).status).toBe(200)
  const returned = { numbers: [number], reason: 'Moved' }
  expect((await app.api.post(`${LETTERS}/returned`, returned)).body.letters).toEqual([
    { number, client_id: id, name: 'Esperanza Stayed' },
  ])
  expect((await now(id)).address_returned).not.toBeNull()
  const twice = await aClient(app.deps, { last_name: 'Twice' })
  await app.api.post(`/api/admin/users/${twice.id}/merge`, { other: id, keep: {} })
  expect((await now(twice.id)).address_returned).not.toBeNull()
})

test('closes a letter’s link once the postal address changes', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { clients, code } = await aPrint(app, 'Lee')
  const id = clients[0]!.id
  await api.put(`/api/admin/users/${id}`, {
    email: 'lee@example.com',
    address: '8001 elm street, apt 4b',
  })
  expect((await redeem(app, code)).status).toBe(200)
  await api.put(`/api/admin/users/${id}`, { address: '1 Oak Street' })
  expect((await redeem(app, code)).status).toBe(404)
})

test('ignores letters that were sent to a former address', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { clients, batchId } = await aPrint(app, 'Lee')
  await app.api.post(`${LETTERS}/${batchId}/mailed`)
  const client = async () => (await app.api.get('/api/admin/rounds/1/outstanding')).body.clients[0]
  expect(await client()).toMatchObject({ reason: 'letter' })
  await app.api.put(`/api/admin/users/${clients[0]!.id}`, { address: '1 Oak Street' })
  expect(await client()).toMatchObject({ reason: 'no_address', requests: 1 })
})

test('refuses a caller for an hour after ten wrong codes', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { code } = await aPrint(app, 'Lee')
  expect(await redeem(app, 'K7MX4')).toMatchObject({ status: 400, body: { code: 'no_code' } })
  for (let n = 0; n < 9; n++) expect((await redeem(app, 'ZZZZZ-ZZZZZ')).status).toBe(404)
  expect((await redeem(app, code)).status).toBe(200)
  expect((await redeem(app, 'ZZZZZ-ZZZZZ')).status).toBe(404)
  expect((await redeem(app, code)).status).toBe(429)
  await app.pass(60 * 60 * 1000)
  expect((await redeem(app, code)).status).toBe(200)
})

test('prints only letters that are still needed', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const ids = [await aClient(app.deps), await aClient(app.deps), await aClient(app.deps)]
  const [answered, gone] = ids.map(({ id }) => id) as [number, number]
  const { batchId } = await makeLetters(app, ...ids.map(({ id }) => id))
  await app.api.post(`/api/admin/users/${answered}/answers`, { via: 'phone' })
  await app.api.delete(`/api/admin/users/${gone}`)
  expect(codesIn(await pdfOf(app, batchId))).toHaveLength(1)
  expect((await app.api.get(LETTERS)).body).toMatchObject([{ letters: 3, printed: 1 }])
})

test('counts a letter reported by its reader as returned', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { clients, code } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const say = () => app.api.post(`/api/verify/${token}/not-for-me`, { kind: 'wrong_person' })
  expect([(await say()).status, (await say()).status]).toEqual([200, 200])
  expect((await app.api.get(`/api/verify/${token}`)).status).toBe(404)
  const client = (await app.api.get(`/api/admin/users/${clients[0]!.id}`)).body
  expect(client.address_returned).not.toBeNull()
  expect(client.reported_as).toBeNull()
})

test('reports when a round’s letters were mailed and which came back', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { batchId, number } = await aPrint(app, 'Lee')
  await api.post(`${LETTERS}/${batchId}/mailed`)
  await api.post(`${LETTERS}/returned`, { numbers: [number], reason: 'Moved' })
  const report = (await api.get('/api/admin/rounds/1/report?format=csv')).body
  expect(report).toMatch(
    new RegExp(`Letter ${number} mailed [\\d: -]+, came back [\\d: -]+ \\(Moved\\)`),
  )
})
