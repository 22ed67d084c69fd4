import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countTries, FREE_TRIES } from '../../../testing/count-tries.ts'
import { describedCalls } from '../../../testing/described-calls.ts'
import { clientInput } from '../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const endpoints = await describedCalls()

const concrete = (path: string) =>
  path.replace(':importId', '00000000-0000-4000-8000-000000000000').replace(/:\w+/, '1')

test('refuses a stranger at every call that is not public', async () => {
  const { send } = await startTestApp()
  for (const { method, path } of endpoints.filter(({ access }) => access !== 'public')) {
    const { status, body } = await send(method, concrete(path), { headers: { authorization: '' } })
    expect({ method, path, status }).toEqual({ method, path, status: 401 })
    expect(body).toEqual({ code: 'no_authorization', message: 'Authentication required' })
  }
})

test('opens only the calls of the second step before it', async () => {
  const app = await startTestApp()
  await addAuthenticator(app, await logIn(app))
  const halfWay = bearer(await logIn(app))
  const meant = endpoints.filter(({ access }) => access === 'first-step')
  expect(meant.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /rest/v1/user_security',
    'POST /api/auth/logout',
    'POST /api/auth/passkey/options',
    'POST /api/auth/passkey/verify',
    'POST /api/auth/recovery-code',
    'POST /api/auth/verify-2fa',
  ])
  const others = endpoints.filter(({ access }) => access !== 'public' && access !== 'first-step')
  for (const { method, path } of others) {
    const { status, body } = await app.send(method, concrete(path), halfWay)
    const reply = { method, path, status, code: body.code }
    expect(reply).toEqual({ method, path, status: 403, code: 'insufficient_aal' })
  }
})

test('opens only the account itself without a factor under REQUIRE_2FA', async () => {
  const app = await startTestApp({ REQUIRE_2FA: 'on' })
  const without = bearer(await logIn(app))
  for (const { method, path } of endpoints.filter(({ access }) => !access)) {
    const { status, body } = await app.send(method, concrete(path), without)
    const reply = { method, path, status, code: body.code }
    expect(reply).toEqual({ method, path, status: 403, code: 'two_factor_required' })
  }
  const own = endpoints.filter(({ access }) => access === 'account').map(({ path }) => path)
  expect(own.filter((path) => !/^\/api\/(account|auth\/me)(\/|$)/.test(path))).toEqual([])
  expect((await app.send('GET', '/api/account', without)).status).toBe(200)
})

test('serves every call of the contract', async () => {
  const { app } = await startTestApp()
  for (const { method, path } of endpoints) {
    expect({ path, served: app.hasRoute({ method, url: path }) }).toEqual({ path, served: true })
  }
})

test('answers an unknown call with a 404 in JSON', async () => {
  const { send } = await startTestApp()
  const call = await send('GET', '/api/admin/nothing')
  expect(call).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Call not found' },
  })
})

test.each([
  ['/', 200],
  ['/login', 200],
  ['/user-management/1', 200],
  ['/verify/abc', 404],
  ['/no-such-page', 404],
  ['/user-management/1/nothing', 404],
])('answers %s with the web and the status %i', async (path, status) => {
  const { send } = await startTestApp()
  const page = await send('GET', path, { headers: { authorization: '' } })
  expect(page.status).toBe(status)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('<script')
})

test('serves every screen of the web', async () => {
  const { send } = await startTestApp()
  const router = path.resolve(import.meta.dirname, '../../../web/src/router.tsx')
  const paths = [...(await readFile(router, 'utf8')).matchAll(/(?:open|screen)\(\s*'([^']+)'/g)]
  expect(paths.length).toBeGreaterThan(20)
  for (const [, address] of paths) {
    const { status } = await send('GET', concrete(address!.replace('$', ':')))
    expect(status, address).toBe(200)
  }
})

test.each([
  ['/100%', 404, 'Attest'],
  ['/user-management/%E0%A4%A?tab=files%', 200, 'Attest'],
  ['/verify/abc%', 404, 'Verification Link Invalid · Attest'],
])('answers %s, which cannot be decoded, with the page', async (path, expected, title) => {
  const { send } = await startTestApp()
  const { status, headers, body } = await send('GET', path, { headers: { authorization: '' } })
  expect(status).toBe(expected)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain(`<title>${title}</title>`)
})

const WITH_CODE = { code: expect.any(String), message: expect.any(String) }

test.each([
  ['/api/100%', 404, { code: 'not_found', message: 'Call not found' }],
  ['/rest/v1/100%', 404, { code: 'not_found', message: 'Call not found' }],
  ['/auth/100%', 404, { code: 'not_found', message: 'Call not found' }],
  ['/auth/v1/100%', 404, { code: 'not_found', message: 'Call not found' }],
  ['/api/admin/users/1%', 400, { ...WITH_CODE, fields: { id: 'id must be a whole number' } }],
  ['/api/verify/abc%', 404, WITH_CODE],
])('refuses %s, which cannot be decoded, with a message', async (path, status, body) => {
  const { api } = await startTestApp()
  const answer = await api.get(path)
  expect(answer).toEqual({ status, body, headers: expect.anything() })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each([
  ['GET', '/assets/nothing.js'],
  ['GET', '/assets/100%'],
  ['POST', '/login'],
] as const)('answers %s %s with an uncached 404', async (method, path) => {
  const { send } = await startTestApp()
  const { status, body, headers } = await send(method, path)
  expect({ status, body }).toEqual({
    status: 404,
    body: { code: 'not_found', message: 'Page not found' },
  })
  expect(headers['cache-control']).toBe('no-store')
})

test('forbids foreign content, framing, sniffing and referrers', async () => {
  const { send } = await startTestApp()
  for (const path of ['/', '/verify/x', '/api/auth/me']) {
    const { headers } = await send('GET', path)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('forbids caching of records', async () => {
  const { api } = await startTestApp()
  expect((await api.get('/api/admin/users')).headers['cache-control']).toBe('no-store')
})

test('compresses a long reply on request without changing it', async () => {
  const { app, api, token } = await startTestApp()
  const packed = await app.inject({
    url: '/api/admin/email-templates',
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
  })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const plain = await api.get('/api/admin/email-templates')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.body)
})

test('limits public calls by address', async () => {
  const { api } = await startTestApp()
  let last = await api.get('/api/verify/nothing')
  for (let n = 0; n < 130 && last.status !== 429; n++) last = await api.get('/api/verify/nothing')
  expect(last.status).toBe(429)
  expect(last.body.message).toContain('Too many requests')
})

test('limits IPv6 callers by their network', async () => {
  const { send } = await startTestApp()
  const from = (remoteAddress: string) => send('GET', '/api/verify/nothing', { remoteAddress })
  for (let n = 1; n <= 120; n++) await from(`2001:db8:0:7::${n.toString(16)}`)
  expect((await from('2001:db8:0:7::ffff')).status).toBe(429)
  expect((await from('2001:db8:0:8::1')).status).toBe(404)
})

test('refuses nonsense without a 500', async () => {
  const { send, api } = await startTestApp()
  const json = { 'content-type': 'application/json' }
  const broken = await send('POST', '/api/auth/login', { payload: '{"email":', headers: json })
  expect(broken.status).toBe(400)
  for (const path of [
    '/api/admin/users/abc',
    '/api/admin/users?page=0',
    '/api/admin/users?limit=101',
  ]) {
    expect((await api.get(path)).status).toBe(400)
  }
  expect((await api.get('/api/admin/users/999999999999999999999')).status).toBe(400)
  const large = { first_name: 'x'.repeat(2 * 1024 * 1024) }
  expect((await api.post('/api/admin/users', large)).status).toBe(413)
})

test('refuses text that the database cannot store', async () => {
  const { api } = await startTestApp()
  const paths = [
    '/api/security-log?event=%00',
    '/api/admin/email-templates/%00',
    '/api/admin/email-templates/GeneralClients/versions/3000000000',
  ]
  for (const path of paths) expect([path, (await api.get(path)).status]).toEqual([path, 400])
  expect((await api.post('/api/account/totp', { name: 'a\0b' })).status).toBe(400)
  const looked = ['/api/admin/users', '/api/admin/mailings', '/api/security-log']
  for (const path of looked) {
    expect([path, (await api.get(`${path}?search=a%00`)).status]).toEqual([path, 200])
  }
  const { status, body } = await api.post('/api/admin/users', clientInput({ city: 'a\ud800b' }))
  expect(status).toBe(400)
  expect(body.fields).toEqual({ city: 'Must not contain characters that cannot be stored' })
})

test('reports a proxy without TRUST_PROXY, but no stranger who sends its header', async () => {
  const { api, send } = await startTestApp()
  const setup = async () => (await api.get('/api/admin/stats')).body.setup
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  await send('GET', '/healthz', { headers, remoteAddress: '203.0.113.9' })
  expect(await setup()).toBeNull()
  await send('GET', '/healthz', { headers, remoteAddress: '::ffff:172.18.0.2' })
  expect(await setup()).toMatch(/^If .*172\.18\.0\.2 is your proxy, set TRUST_PROXY=on/)
})

test('limits the address that a proxy saw', async () => {
  const { send } = await startTestApp({ TRUST_PROXY: 'on' })
  const claim = (n: number, seen: string) =>
    send('GET', '/api/verify/nothing', { headers: { 'x-forwarded-for': `10.0.0.${n}, ${seen}` } })
  let last = await claim(0, '192.0.2.1')
  for (let n = 1; n < 130 && last.status !== 429; n++) last = await claim(n, '192.0.2.1')
  expect(last.status).toBe(429)
  expect((await claim(0, '192.0.2.2')).status).toBe(404)
})

test.each([
  ['203.0.113.9:40001', '203.0.113.9:40002', '203.0.113.9'],
  ['[2001:db8:0:7::a]:40001', '[2001:db8:0:7::b]', '2001:db8:0:7::a'],
])('ignores ports that a proxy adds to a caller: %s', async (seen, again, address) => {
  const app = await startTestApp({ TRUST_PROXY: 'on' })
  const { send, api } = app
  const attempt = (n: number, from: string) =>
    send('POST', '/api/auth/login', {
      payload: { email: `someone${n}@example.com`, password: 'wrong' },
      headers: { 'x-forwarded-for': from },
    })
  await countTries(app, FREE_TRIES - 2, address)
  expect((await attempt(1, seen)).status).toBe(401)
  expect((await attempt(2, again)).status).toBe(401)
  expect((await attempt(3, again)).status).toBe(429)
  const { body } = await api.get('/api/security-log')
  expect(body.entries.at(-1).address).toBe(address)
  const look = (from: string) =>
    send('GET', '/api/verify/nothing', { headers: { 'x-forwarded-for': from } })
  for (let n = 0; n < 120; n++) await look(n % 2 ? seen : again)
  expect((await look(again)).status).toBe(429)
})

test('logs an unknown failure in full and answers neutrally', async () => {
  const { api, deps, logged } = await startTestApp()
  await deps.db.schema.alterTable('changes').renameTo('changes_away').execute()
  const answer = await api.get('/api/admin/users/1/audit-logs')
  await deps.db.schema.alterTable('changes_away').renameTo('changes').execute()
  expect(answer).toMatchObject({
    status: 500,
    body: { message: 'Something went wrong. Please try again.' },
  })
  expect(logged.splice(0).join()).toContain('relation \\"changes\\" does not exist')
})
