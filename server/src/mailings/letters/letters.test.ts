import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { aClient } from '../../../../testing/make.ts'
import { pdfLines } from '../../../../testing/pdf-lines.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const letters = '/api/admin/letters'
const SETTINGS = { FIRM_NAME: 'Harrow & Finch', FIRM_PHONE: '(617) 555-0140' }

const CODE = /^([0-9A-HJKMNP-TV-Z]{5}) ([0-9A-HJKMNP-TV-Z]{5})$/

const make = async ({ api }: TestApp, ...ids: number[]) =>
  (await api.post(letters, { selection: { ids } })).body

async function pdfOf({ app, token }: TestApp, what: number | string) {
  const url = typeof what === 'number' ? `${letters}/${what}/pdf` : `${letters}/${what}`
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

const textsIn = (pdf: Buffer) => pdfLines(pdf).map(({ text }) => text)
const codesIn = (pdf: Buffer) => textsIn(pdf).filter((text) => CODE.test(text))
const numbersIn = (pdf: Buffer) =>
  textsIn(pdf).flatMap((text) => /^Letter (\d+)$/.exec(text)?.[1] ?? [])

/** A batch of letters to new clients, printed. */
async function aPrint(app: TestApp, ...names: string[]) {
  const clients = []
  for (const last_name of names) clients.push(await aClient(app.deps, { last_name, email: '' }))
  const { batchId } = await make(app, ...clients.map(({ id }) => id))
  const pdf = await pdfOf(app, batchId)
  return { clients, batchId, pdf, code: codesIn(pdf)[0]!, number: numbersIn(pdf)[0]! }
}

const redeem = ({ api }: TestApp, code: string) => api.post('/api/code', { code })

test('leads a client from a letter to an answer, once it counts as asked', async () => {
  const app = await startTestApp(SETTINGS)
  const { api } = app
  const { clients, batchId, code } = await aPrint(app, 'Achterberg')
  const { id } = clients[0]!
  expect((await api.get('/api/admin/rounds')).body).toEqual([])
  expect((await api.get(letters)).body).toMatchObject([
    { batchId, letters: 1, printed: 1, mailed_at: null },
  ])
  expect((await api.post(`${letters}/${batchId}/mailed`)).body).toMatchObject({ printed: 1 })
  expect((await api.post(`${letters}/${batchId}/mailed`)).status).toBe(200)
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

test('ends the codes of an earlier print, and prints no mailed letters', async () => {
  const app = await startTestApp(SETTINGS)
  const { batchId, code } = await aPrint(app, 'Lee')
  const again = codesIn(await pdfOf(app, batchId))[0]!
  expect((await redeem(app, code)).status).toBe(404)
  expect((await redeem(app, again)).status).toBe(200)
  await app.api.post(`${letters}/${batchId}/mailed`)
  expect(await app.api.get(`${letters}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'letters_mailed' },
  })
  expect((await redeem(app, again)).status).toBe(200)
  const discarded = await aPrint(app, 'Gray')
  expect((await app.api.delete(`${letters}/${discarded.batchId}`)).status).toBe(200)
  expect((await redeem(app, discarded.code)).status).toBe(404)
})

test('stores neither codes nor tokens', async () => {
  const app = await startTestApp(SETTINGS)
  const { code } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const links = await app.deps.db.selectFrom('verification_links').selectAll().execute()
  const rows = await app.deps.db.selectFrom('letters').selectAll().execute()
  const stored = JSON.stringify([links, rows])
  expect(stored).not.toContain(code.replace(' ', ''))
  expect(stored).not.toContain(token)
})

test('leaves out clients that no letter may or can reach, and says why', async () => {
  const app = await startTestApp(SETTINGS)
  const { api, deps } = app
  const { clients, number } = await aPrint(app, 'Returned')
  await api.post(`${letters}/returned`, { numbers: [number], reason: 'Moved' })
  const ids = [clients[0]!.id]
  for (const over of [
    { status: 'confirmed' as const },
    { excused_reason: 'declined' as const },
    { zip_code: '' },
    { address: 'x'.repeat(201) },
    {},
  ])
    ids.push((await aClient(deps, over)).id)
  expect(await make(app, ...ids)).toMatchObject({
    letters: 1,
    leftOut: { answered: 1, excused: 1, incomplete: 2, returned: 1 },
  })
  expect(await api.post(letters, { selection: { ids: ids.slice(0, 2) } })).toMatchObject({
    status: 409,
    body: { code: 'no_letters', leftOut: { answered: 1, returned: 1 } },
  })
})

test('lets a returned address rest until it changes', async () => {
  const app = await startTestApp(SETTINGS)
  const { api } = app
  const { clients, number, code, batchId } = await aPrint(app, 'Moved')
  const id = clients[0]!.id
  await api.post(`${letters}/${batchId}/mailed`)
  const send = (numbers: string[], reason: string | null) =>
    api.post(`${letters}/returned`, { numbers, reason })
  const wrong = String(Number(number) + 1)
  expect(await send([number, wrong], 'Moved')).toMatchObject({
    status: 400,
    body: { code: 'unknown_numbers', unknown: [wrong] },
  })
  expect((await make(app, id)).letters).toBe(1)
  expect((await send([number], 'Moved')).body.letters).toEqual([
    { number, client_id: id, name: 'Esperanza Moved' },
  ])
  expect((await redeem(app, code)).status).toBe(404)
  const of = async () => (await api.get('/api/admin/rounds/1/outstanding')).body.clients[0]
  expect(await of()).toMatchObject({ reason: 'no_address', paper: 'returned', requests: 0 })
  expect((await api.get(`/api/admin/users/${id}`)).body.address_returned).not.toBeNull()
  expect((await make(app, id)).leftOut).toMatchObject({ returned: 1 })
  await api.put(`/api/admin/users/${id}`, { address: '8001 ELM Street Apt. 4B' })
  expect((await make(app, id)).leftOut).toMatchObject({ returned: 1 })
  await api.put(`/api/admin/users/${id}`, { address: '1 Oak Street' })
  expect((await make(app, id)).letters).toBe(1)
  await api.put(`/api/admin/users/${id}`, { address: '8001 Elm Street, Apt 4B' })
  await send([number], null)
  expect((await make(app, id)).letters).toBe(1)
})

test('closes a letter’s link once the postal address changes', async () => {
  const app = await startTestApp(SETTINGS)
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

test('refuses a caller for an hour after ten wrong codes', async () => {
  const app = await startTestApp(SETTINGS)
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
  const app = await startTestApp(SETTINGS)
  const ids = [await aClient(app.deps), await aClient(app.deps), await aClient(app.deps)]
  const [answered, gone] = ids.map(({ id }) => id) as [number, number]
  const { batchId } = await make(app, ...ids.map(({ id }) => id))
  await app.api.post(`/api/admin/users/${answered}/answers`, { via: 'phone' })
  await app.api.delete(`/api/admin/users/${gone}`)
  expect(codesIn(await pdfOf(app, batchId))).toHaveLength(1)
  expect((await app.api.get(letters)).body).toMatchObject([{ letters: 3, printed: 1 }])
})

/** The pages' drawing commands. */
const streamsOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, data]) => {
    try {
      return inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')
    } catch {
      return []
    }
  })

/** Enlarges the picture of the square and reads it as a phone does. */
function readQr(commands: string): string {
  const [, side = '', hex = ''] = /BI \/W (\d+) .* ID ([0-9a-f]+)>/.exec(commands) ?? []
  const [count, scale, quiet] = [Number(side), 6, 24]
  const width = count * scale + 2 * quiet
  const data = new Uint8Array(width * width * 4).fill(255)
  const bytes = Buffer.from(hex, 'hex')
  const isDark = (row: number, column: number) =>
    (bytes[row * Math.ceil(count / 8) + (column >> 3)]! >> (7 - (column % 8))) & 1
  for (let y = 0; y < count * scale; y++)
    for (let x = 0; x < count * scale; x++) {
      const at = ((y + quiet) * width + x + quiet) * 4
      if (isDark(Math.floor(y / scale), Math.floor(x / scale))) data.fill(0, at, at + 3)
    }
  return decodeQR({ width, height: width, data })
}

test('draws a QR code that leads where the code leads', async () => {
  const app = await startTestApp(SETTINGS)
  const { pdf, code } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const [front] = streamsOf(pdf).filter((stream) => stream.includes('q 0 g '))
  expect(readQr(front!)).toBe(`https://attest.test/verify/${token}`)
})

test('takes a letter that is not for its reader as returned', async () => {
  const app = await startTestApp(SETTINGS)
  const { clients, code } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const say = () => app.api.post(`/api/verify/${token}/not-for-me`, { kind: 'wrong_person' })
  expect([(await say()).status, (await say()).status]).toEqual([200, 200])
  expect((await app.api.get(`/api/verify/${token}`)).status).toBe(404)
  const client = (await app.api.get(`/api/admin/users/${clients[0]!.id}`)).body
  expect(client.address_returned).not.toBeNull()
  expect(client.reported_as).toBeNull()
})

/** Where texts and lines stand, in points from the upper left corner. */
function placesIn(pdf: Buffer) {
  const [front] = streamsOf(pdf).filter((stream) => stream.includes('q 0 g '))
  const places = [...front!.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/F\d+ ([\d.]+) Tf/g)]
  return places.map((found) => {
    const [x, up, size] = found.slice(1).map(Number) as [number, number, number]
    return { x, y: 792 - up, size }
  })
}

const LONG = {
  first_name: '王小明 María',
  last_name: 'de la Concepción y Fernández-Villaverde',
  address: 'Avenida de los Insurgentes Sur 1234, Departamento 45\nColonia Del Valle Centro',
  city: 'Ciudad de México',
  state: 'CDMX',
  zip_code: '03100',
  country: 'MX',
}

test.each([
  ['a short address', {}],
  ['a long foreign one', LONG],
])('writes %s into the window, and nothing near it', async (_, over) => {
  const app = await startTestApp({ ...SETTINGS, FIRM_ADDRESS: '40 State Street, Boston' })
  const { id } = await aClient(app.deps, { ...over, email: '' })
  const pdf = await pdfOf(app, (await make(app, id)).batchId)
  const near = placesIn(pdf).filter(({ y }) => y > 2.2 * 72 && y < 3.65 * 72)
  expect(near.length).toBeGreaterThanOrEqual(4)
  for (const { x, y, size } of near) {
    expect(x).toBeGreaterThanOrEqual(1 * 72)
    expect(x).toBeLessThan(4.25 * 72)
    expect(y - size).toBeGreaterThanOrEqual(2.55 * 72 - 1)
    expect(y).toBeLessThanOrEqual(3.3 * 72)
  }
  if ('city' in over) expect(textsIn(pdf).join('')).toContain('王小明')
})

test('makes small what is long, and prints no text that fits no page', async () => {
  const app = await startTestApp(SETTINGS)
  const { api } = app
  const { id } = await aClient(app.deps)
  const save = async (mainMessage: string) => {
    const path = '/api/admin/email-templates/GeneralClients'
    const { body } = await api.get(path)
    const saved = await api.put(path, { ...body, textContent: '', mainMessage })
    expect(saved.status).toBe(200)
  }
  await save('We need to reach you. '.repeat(75))
  const { batchId } = await make(app, id)
  const pdf = await pdfOf(app, batchId)
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  expect(Math.max(...placesIn(pdf).map(({ y }) => y))).toBeLessThan(760)
  await save('We need to reach you. '.repeat(400))
  expect(await api.get(`${letters}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'too_long' },
  })
})

test('prints a test sheet with the window, whose code leads nowhere', async () => {
  const app = await startTestApp(SETTINGS)
  const texts = textsIn(await pdfOf(app, 'test-sheet'))
  expect(texts).toContain('Eleanor Whitfield')
  expect((await redeem(app, texts.find((text) => CODE.test(text))!)).status).toBe(404)
})

test('writes a client’s letter and reply form in Spanish', async () => {
  const app = await startTestApp(SETTINGS)
  const { api, deps } = app
  const template = (await api.get('/api/admin/email-templates/GeneralClients')).body
  const es = { ...template, textContent: '', subject: 'Hola', greeting: 'Estimada {{first_name}}:' }
  await api.put('/api/admin/email-templates/GeneralClients', {
    ...template,
    translations: { es },
  })
  const { id } = await aClient(deps, { language: 'es' })
  const texts = textsIn(await pdfOf(app, (await make(app, id)).batchId))
  expect(texts).toEqual(
    expect.arrayContaining(['Estimada Esperanza:', 'Su respuesta por correo postal']),
  )
})

test('tells in a round’s report when letters went and which came back', async () => {
  const app = await startTestApp(SETTINGS)
  const { api } = app
  const { batchId, number } = await aPrint(app, 'Lee')
  await api.post(`${letters}/${batchId}/mailed`)
  await api.post(`${letters}/returned`, { numbers: [number], reason: 'Moved' })
  const report = (await api.get('/api/admin/rounds/1/report?format=csv')).body
  expect(report).toMatch(
    new RegExp(`Letter ${number} mailed [\\d: -]+, came back [\\d: -]+ \\(Moved\\)`),
  )
})
