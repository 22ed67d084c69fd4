import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const form = (boundary: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--${boundary}--\r\n`

async function attachmentsApp() {
  const { send, deps } = await startTestApp()
  const url = `/api/admin/users/${(await aClient(deps)).id}/attachments`
  return (parameters: string, payload: string) =>
    send('POST', url, {
      payload,
      headers: { 'content-type': `multipart/form-data${parameters}` },
    })
}

test.each([
  ['that is missing', '', form('x')],
  ['without a value', '; boundary', form('')],
  ['that is empty', '; boundary=', form('')],
  ['that is empty in quotes', '; boundary=""', form('')],
  ['of 71 characters', `; boundary=${'x'.repeat(71)}`, form('x'.repeat(71))],
  ['of 250 characters', `; boundary=${'x'.repeat(250)}`, form('x'.repeat(250))],
  ['of 253 characters', `; boundary=${'x'.repeat(253)}`, form('x'.repeat(253))],
  ['of 4000 characters', `; boundary=${'x'.repeat(4000)}`, form('x'.repeat(4000))],
  ['with an open quote', '; boundary="x', form('y')],
  ['with odd characters', '; boundary=a\\"\u00e9\u00ff(b]', form('y')],
  ['with broken percent codes', "; boundary*=utf-8''%zz%", form('y')],
])('rejects a form with a boundary %s', async (_, parameters, payload) => {
  const send = await attachmentsApp()
  const { status, body } = await send(parameters, payload)
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.any(String) })
})

test('accepts a form with the longest boundary of RFC 2046', async () => {
  const send = await attachmentsApp()
  const boundary = 'x'.repeat(70)
  expect((await send(`; boundary=${boundary}`, form(boundary))).status).toBe(200)
})
