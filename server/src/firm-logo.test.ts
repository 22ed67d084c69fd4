import { crc32, deflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { aClient } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { readConfig } from './config.ts'
import { applySettings } from './settings.ts'

const LOGO = '/api/admin/settings/firm/logo'

/** Makes an empty picture. */
function png(side: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  size.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

async function put({ send }: Pick<TestApp, 'send'>, bytes: Buffer | string, name = 'logo.png') {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(Buffer.from(bytes))], name))
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  return send('PUT', LOGO, { payload: Buffer.from(await encoded.arrayBuffer()), headers })
}

test('shows the office’s logo on pages and in letters, until it is removed', async () => {
  const app = await startTestApp()
  const { body } = await put(app, png(80))
  const address = body.firm.logo.value
  expect(body.firm.logo).toMatchObject({ setBy: 'office', variable: 'FIRM_LOGO' })
  expect((await app.api.get('/login')).body).toContain(`"logo":"${address}"`)
  const image = await app.app.inject({ url: address })
  expect(image.headers['content-type']).toBe('image/png')
  expect(image.rawPayload.equals(png(80))).toBe(true)

  await aClient(app.deps)
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { body: mails } = await app.api.get('/api/admin/outbox')
  const letter = await app.api.get(`/api/admin/outbox/${mails.mails[0].id}`)
  expect(letter.body.html).toContain('cid:firm-logo')

  expect((await app.api.delete(LOGO)).body.firm.logo).toMatchObject({ value: null })
  expect((await app.app.inject({ url: address })).statusCode).toBe(404)
})

test('another process follows, and a new logo gets a new address', async () => {
  const app = await startTestApp()
  const { body } = await put(app, png(80))
  const other = { ...app.deps, config: readConfig({}) }
  await applySettings(other)
  expect(other.config.logo?.bytes.equals(png(80))).toBe(true)
  const { body: next } = await put(app, png(81))
  expect(next.firm.logo.value).not.toBe(body.firm.logo.value)
})

test.each([
  ['a script', '<script>alert(1)</script>', 'logo.png', 'The logo must be a PNG or a JPEG.'],
  [
    'an SVG',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'logo.svg',
    'The logo must be a PNG or a JPEG.',
  ],
  [
    'a huge picture',
    png(20_000),
    'logo.png',
    'The image has 20000 × 20000 pixels. Use one of at most 2000 × 2000.',
  ],
  [
    '600 KB',
    Buffer.concat([png(9), Buffer.alloc(600 * 1024)]),
    'logo.png',
    'The logo must have at most 512 KB.',
  ],
  ['nothing', '', 'logo.png', 'The logo must be a PNG or a JPEG.'],
])('refuses %s and keeps the former logo', async (_, bytes, name, message) => {
  const app = await startTestApp()
  await put(app, png(80))
  expect((await put(app, bytes, name)).body.message).toBe(message)
  await vi.waitFor(() => expect(app.config.logo?.bytes.equals(png(80))).toBe(true))
})
