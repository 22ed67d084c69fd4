import { afterEach, expect, test, vi } from 'vitest'
import { type Details, detailsOf } from './details.ts'
import { type Action, loadDetails, requestNewLink, sendAnswer } from './verification-calls.ts'

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
  country: 'US',
  last_updated: '2026-11-20T12:00:00.000Z',
}
const details = detailsOf(client)
const given = (action: Action, over: Partial<Details> = {}) => ({
  shown: client,
  details: { ...details, ...over },
  action,
})

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

test('opens the form for a working link', async () => {
  const fetch = answerWith(200, client)
  expect(await loadDetails('a/b')).toMatchObject({ at: 'form', form: { shown: client } })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/verify/a%2Fb')
})

const AT = '2026-11-23T15:00:00.000Z'

test.each([
  [
    { code: 'link_answered', at: AT },
    { code: 'link_answered', at: AT },
  ],
  [
    { code: 'link_expired', at: AT },
    { code: 'link_expired', at: AT },
  ],
  [{ code: 'link_expired', at: 'soon' }, { code: 'not_found' }],
  [{ code: 'not_found' }, { code: 'not_found' }],
  [{}, { code: 'not_found' }],
])('reports the dead link %j', async (body, link) => {
  answerWith(404, { message: 'This verification link is invalid or has expired.', ...body })
  expect(await loadDetails('t')).toEqual({ at: 'dead', link })
})

test.each([
  [500, {}, 'ourSide'],
  [502, '<html>Bad gateway</html>', 'ourSide'],
  [429, { message: 'Too many requests' }, 'tooOften'],
  [200, '<html>Accept the terms of this wireless network</html>', 'unreachable'],
  [404, '404 page not found', 'unreachable'],
  [200, '"ok"', 'unreachable'],
  [200, { status: 'ok' }, 'unreachable'],
  [200, { ...client, city: null }, 'unreachable'],
])('reports a problem, not a dead link, for a %s', async (status, body, why) => {
  answerWith(status, body)
  expect(await loadDetails('t')).toEqual({ at: 'failed', why })
})

test('reports a missing connection, not a dead link', async () => {
  failWith('NetworkError')
  expect(await loadDetails('t')).toEqual({ at: 'failed', why: 'unreachable' })
})

test('sends all fields, the action and the shown version', async () => {
  const fetch = answerWith(200, { message: 'Thank you', status: 'confirmed' })
  expect(await sendAnswer('t', given('confirm'))).toEqual({ ok: true })
  const [, init] = fetch.mock.calls[0] ?? []
  expect(init?.method).toBe('POST')
  expect(JSON.parse(String(init?.body))).toEqual({
    ...details,
    action: 'confirm',
    last_updated: client.last_updated,
  })
})

test('takes the time of the answer from the server', async () => {
  const on = 'Sat, 28 Nov 2026 11:00:00 GMT'
  const reply = new Response('{"message":"Thank you"}', { headers: { date: on } })
  vi.stubGlobal('fetch', async () => reply)
  expect(await sendAnswer('t', given('confirm'))).toEqual({ ok: true, on })
})

test('returns the changes of the office for another look', async () => {
  const current = { ...client, phone_number: '1', last_updated: '2026-11-20T13:00:00.000Z' }
  answerWith(409, { message: 'Our office has changed your details', current })
  expect(await sendAnswer('t', given('confirm'))).toMatchObject({
    ok: false,
    current,
    changes: ['phone_number'],
  })
})

test('repeats the answer if the office changed another detail', async () => {
  const current = { ...client, last_updated: '2026-11-20T13:00:00.000Z' }
  const fetch = vi.fn(async (_address: string, init: RequestInit) => {
    const { last_updated } = JSON.parse(String(init.body))
    const status = last_updated === current.last_updated ? 200 : 409
    return new Response(JSON.stringify({ message: 'Told', current }), { status })
  })
  vi.stubGlobal('fetch', fetch)
  expect(await sendAnswer('t', given('update', { city: 'Salem' }))).toEqual({
    ok: true,
  })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('reports what the server rejects, field by field', async () => {
  const message = 'Rejected'
  answerWith(400, { message, fields: { city: message, address: message, action: message } })
  expect(await sendAnswer('t', given('update', { address: 'x'.repeat(201) }))).toEqual({
    ok: false,
    fields: { address: 'too_long', city: 'wrong' },
  })
  answerWith(400, { message })
  expect(await sendAnswer('t', given('update'))).toEqual({ ok: false, failure: 'unreadable' })
})

test.each([
  [404, 'link_expired'],
  [409, 'link_answered'],
])('a %s reports a link that died while the page was open', async (status, code) => {
  answerWith(status, { message: 'Dead', code, at: AT })
  const dead = { code, at: AT }
  expect(await sendAnswer('t', given('update'))).toEqual({ ok: false, dead })
})

test('requests a new link, or reports the problem', async () => {
  const fetch = answerWith(200, { message: 'On its way' })
  expect(await requestNewLink('a/b')).toEqual({ ok: true })
  expect(fetch.mock.calls[0]).toMatchObject(['/api/verify/a%2Fb/new-link', { method: 'POST' }])
  answerWith(429, { message: 'Too many requests' })
  expect(await requestNewLink('t')).toEqual({ ok: false, why: 'tooOften' })
})

test('counts a 409 with unknown JSON as a failure', async () => {
  answerWith(409, { status: 'ok', current: {} })
  expect(await sendAnswer('t', given('update'))).toEqual({ ok: false, failure: 'ourSide' })
})

test('counts a 200 with unknown JSON as no reply', async () => {
  answerWith(200, { status: 'ok', current: {} })
  const unanswered = 'unreachable'
  expect(await sendAnswer('t', given('update'))).toEqual({ ok: false, unanswered })
})

test('names a missing connection as the reason for no reply', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  failWith('NetworkError')
  const unanswered = 'offline'
  expect(await sendAnswer('t', given('update'))).toEqual({ ok: false, unanswered })
})
