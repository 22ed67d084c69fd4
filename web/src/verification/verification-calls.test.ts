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

test('a dead link is told as such', async () => {
  answerWith(404, { message: 'This verification link is invalid or has expired.' })
  expect(await loadDetails('t')).toEqual({ at: 'invalid' })
})

test.each([
  [500, {}, /^Something went wrong on our side\./],
  [502, '<html>Bad gateway</html>', /^Something went wrong on our side\./],
  [429, { message: 'Too many requests' }, /^There were too many tries/],
  [200, '<html>Accept the terms of this wireless network</html>', /^We could not be reached\./],
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

test('the answer goes out with all fields and the action', async () => {
  const fetch = answerWith(200, { message: 'Thank you', status: 'confirmed' })
  expect(await sendAnswer('t', details, 'confirm')).toEqual({ ok: true })
  const [, init] = fetch.mock.calls[0] ?? []
  expect(init?.method).toBe('POST')
  expect(JSON.parse(String(init?.body))).toEqual({ ...details, action: 'confirm' })
})

test('what the server finds wrong is told field by field', async () => {
  answerWith(400, {
    message: 'City is required',
    fields: { city: 'City is required', action: 'Invalid' },
  })
  expect(await sendAnswer('t', details, 'update')).toEqual({
    ok: false,
    message: 'City is required',
    fields: { city: 'City is required' },
  })
})

test('a link that died meanwhile is told, with what it may mean', async () => {
  answerWith(404, { message: 'This verification link is invalid or has expired.' })
  const sent = await sendAnswer('t', details, 'update')
  expect(sent).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^This verification link .* there is nothing left to do\.$/),
  })
})

test('when no answer comes, the page does not claim to know whether it arrived', async () => {
  failWith('NetworkError')
  const sent = await sendAnswer('t', details, 'update')
  expect(sent).toMatchObject({
    ok: false,
    message: expect.stringContaining('We cannot tell whether your answer arrived.'),
  })
})
