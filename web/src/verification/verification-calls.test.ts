import { afterEach, expect, test, vi } from 'vitest'
import { detailsOf } from './details.ts'
import { loadDetails, sendAnswer } from './verification-calls.ts'

const client = {
  first_name: 'Ana',
  last_name: 'Ng',
  email: 'ana@example.com',
  phone_number: '(617) 555-0101',
  alt_number: null,
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
  last_updated: '2026-11-20T12:00:00.000Z',
}
const details = detailsOf(client)

afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetch = vi.fn(
    async (_address: string, _init: RequestInit) => new Response(text, { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const failWith = (name: string) =>
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('failed', name)))

test('a living link opens the form', async () => {
  const fetch = answerWith(200, client)
  expect(await loadDetails('a/b')).toEqual({ at: 'form', client })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/verify/a%2Fb')
})

test('reports a dead link', async () => {
  answerWith(404, { message: 'This verification link is invalid or has expired.' })
  expect(await loadDetails('t')).toEqual({ at: 'invalid' })
})

test.each([
  [500, {}, /^Something went wrong on our side\./],
  [502, '<html>Bad gateway</html>', /^Something went wrong on our side\./],
  [429, { message: 'Too many requests' }, /^There were too many tries/],
  [200, '<html>Accept the terms of this wireless network</html>', /^We could not be reached\./],
  [200, '"ok"', /^We could not be reached\./],
  [200, { status: 'ok' }, /^We could not be reached\./],
  [200, { ...client, city: null }, /^We could not be reached\./],
])('a %s that is not about the link is no fault of the link', async (status, body, message) => {
  answerWith(status, body)
  expect(await loadDetails('t')).toEqual({ at: 'trouble', message: expect.stringMatching(message) })
})

test('without a connection nothing is said about the link', async () => {
  failWith('NetworkError')
  expect(await loadDetails('t')).toEqual({
    at: 'trouble',
    message: 'We could not be reached. Please check your internet connection.',
  })
})

test('the answer goes out with all fields, the action and the version that was shown', async () => {
  const fetch = answerWith(200, { message: 'Thank you', status: 'confirmed' })
  expect(await sendAnswer('t', client, details, 'confirm')).toEqual({ ok: true })
  const [, init] = fetch.mock.calls[0] ?? []
  expect(init?.method).toBe('POST')
  expect(JSON.parse(String(init?.body))).toEqual({
    ...details,
    action: 'confirm',
    last_updated: client.last_updated,
  })
})

test('what the office changed meanwhile is handed back to be looked at', async () => {
  const current = { ...client, phone_number: '1', last_updated: '2026-11-20T13:00:00.000Z' }
  answerWith(409, { message: 'Our office has changed your details', current })
  expect(await sendAnswer('t', client, details, 'confirm')).toMatchObject({
    ok: false,
    current,
    changes: ['phone_number'],
  })
})

test('a change that is not on the page asks nobody anything: the answer goes out once more', async () => {
  const current = { ...client, last_updated: '2026-11-20T13:00:00.000Z' }
  const fetch = vi.fn(async (_address: string, init: RequestInit) => {
    const { last_updated } = JSON.parse(String(init.body))
    const status = last_updated === current.last_updated ? 200 : 409
    return new Response(JSON.stringify({ message: 'Told', current }), { status })
  })
  vi.stubGlobal('fetch', fetch)
  expect(await sendAnswer('t', client, { ...details, city: 'Salem' }, 'update')).toEqual({
    ok: true,
  })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('reports what the server rejects, field by field', async () => {
  answerWith(400, {
    message: 'City is required',
    fields: { city: 'City is required', action: 'Invalid' },
  })
  expect(await sendAnswer('t', client, details, 'update')).toEqual({
    ok: false,
    message: 'City is required',
    fields: { city: 'City is required' },
  })
})

test('explains a link that died while the page was open', async () => {
  answerWith(404, { message: 'This verification link is invalid or has expired.' })
  const sent = await sendAnswer('t', client, details, 'update')
  expect(sent).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^This verification link .* there is nothing left to do\. .* the link in the latest email from us\.$/,
    ),
  })
})

test.each([200, 409])('a %s in JSON of other things is no answer', async (status) => {
  answerWith(status, { status: 'ok', current: {} })
  const sent = await sendAnswer('t', client, details, 'update')
  expect(sent).toMatchObject({ ok: false, message: expect.any(String) })
})

test('when no answer comes, the page does not claim to know whether it arrived', async () => {
  failWith('NetworkError')
  const sent = await sendAnswer('t', client, details, 'update')
  expect(sent).toMatchObject({
    ok: false,
    message: expect.stringContaining('We cannot tell whether your answer arrived.'),
  })
})
