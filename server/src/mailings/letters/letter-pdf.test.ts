// @module-tag heavy
import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import {
  aPrint,
  CODE,
  LETTERS,
  makeLetters,
  PAPER_SETTINGS,
  pdfOf,
  redeem,
  textsIn,
} from '../../../../testing/letters.ts'
import { aClient } from '../../../../testing/make.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

/** The pages' drawing commands. */
const streamsOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, data]) => {
    try {
      return inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')
    } catch {
      return []
    }
  })

/** Enlarges the pictures of the squares and reads them as a phone does. */
const readQrs = (commands: string): string[] =>
  [...commands.matchAll(/BI \/W (\d+) .* ID ([0-9a-f]+)>/g)].map(([, side = '', hex = '']) =>
    readQr(side, hex),
  )

function readQr(side: string, hex: string): string {
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

test('draws the number for a scanner, and a QR code of the link', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { pdf, code, number } = await aPrint(app, 'Lee')
  const { token } = (await redeem(app, code)).body
  const [front] = streamsOf(pdf).filter((stream) => stream.includes('q 0 g '))
  const [scanned, opened] = readQrs(front!)
  expect(opened).toBe(`https://attest.test/verify/${token}`)
  const body = { numbers: [scanned], reason: 'Moved' }
  expect((await app.api.post(`${LETTERS}/returned`, body)).body.letters).toMatchObject([{ number }])
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
  const app = await startTestApp({ ...PAPER_SETTINGS, FIRM_ADDRESS: '40 State Street, Boston' })
  const { id } = await aClient(app.deps, { ...over, email: '' })
  const pdf = await pdfOf(app, (await makeLetters(app, id)).batchId)
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

test('shrinks long texts and refuses texts that fit no page', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api } = app
  const { id } = await aClient(app.deps)
  const save = async (mainMessage: string) => {
    const path = '/api/admin/email-templates/GeneralClients'
    const { body } = await api.get(path)
    const saved = await api.put(path, { ...body, textContent: '', mainMessage })
    expect(saved.status).toBe(200)
  }
  await save('We need to reach you. '.repeat(75))
  const { batchId } = await makeLetters(app, id)
  const pdf = await pdfOf(app, batchId)
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  expect(Math.max(...placesIn(pdf).map(({ y }) => y))).toBeLessThan(760)
  await save('We need to reach you. '.repeat(400))
  expect(await api.get(`${LETTERS}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'too_long' },
  })
})

test('prints no letter that names a due date in the past', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api, deps } = app
  const { id } = await aClient(deps)
  await api.post(`/api/admin/resend-email/${id}`)
  const { batchId } = await makeLetters(app, id)
  expect(textsIn(await pdfOf(app, batchId)).join(' ')).toContain('not had your answer yet')
  await deps.db.updateTable('rounds').set({ due_on: '2026-01-31' }).execute()
  expect(await api.get(`${LETTERS}/${batchId}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'round_overdue' },
  })
  await api.put('/api/admin/rounds/1', { due_on: '2099-12-31' })
  expect(textsIn(await pdfOf(app, batchId)).join(' ')).toContain('December 31, 2099')
})

test('prints a test sheet with the window, whose code leads nowhere', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const texts = textsIn(await pdfOf(app, 'test-sheet'))
  expect(texts).toContain('Eleanor Whitfield')
  expect((await redeem(app, texts.find((text) => CODE.test(text))!)).status).toBe(404)
})

test('writes a client’s letter and reply form in Spanish', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const { api, deps } = app
  const template = (await api.get('/api/admin/email-templates/GeneralClients')).body
  const es = { ...template, textContent: '', subject: 'Hola', greeting: 'Estimada {{first_name}}:' }
  await api.put('/api/admin/email-templates/GeneralClients', {
    ...template,
    translations: { es },
  })
  const { id } = await aClient(deps, { language: 'es' })
  const texts = textsIn(await pdfOf(app, (await makeLetters(app, id)).batchId))
  expect(texts).toEqual(
    expect.arrayContaining(['Estimada Esperanza:', 'Su respuesta por correo postal']),
  )
})

test('keeps each letter to its own sheet, whatever the address', async () => {
  const app = await startTestApp(PAPER_SETTINGS)
  const tall = await aClient(app.deps, { address: `${'a\n'.repeat(59)}b` })
  const other = await aClient(app.deps)
  const pdf = await pdfOf(app, (await makeLetters(app, tall.id, other.id)).batchId)
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(4)
})
