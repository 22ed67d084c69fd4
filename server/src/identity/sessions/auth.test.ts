import { expect, test } from 'vitest'
import { accountMail } from '../../../../testing/account-mails.ts'
import { countTries, FREE_TRIES } from '../../../../testing/count-tries.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const login = '/api/auth/login'

test('the right password opens a session whose token reads and ends it', async () => {
  const { send } = await startTestApp()
  const { body } = await send('POST', login, { payload: ADMIN, headers: { authorization: '' } })
  expect(body.admin.email).toBe(ADMIN.email)
  const as = { headers: { authorization: `Bearer ${body.token}` } }

  expect((await send('GET', '/api/auth/me', as)).body).toEqual(body.admin)
  expect((await send('POST', '/api/auth/logout', as)).status).toBe(200)
  expect((await send('GET', '/api/auth/me', as)).status).toBe(401)
})

test('a wrong password and an unknown account get the same answer', async () => {
  const { api } = await startTestApp()
  const wrong = await api.post(login, { email: ADMIN.email, password: 'wrong' })
  const unknown = await api.post(login, { email: 'nobody@example.com', password: 'wrong' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ code: 'invalid_credentials', message: 'Invalid credentials' })
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
})

test('the address ignores case', async () => {
  const { api } = await startTestApp()
  const { status } = await api.post(login, { ...ADMIN, email: 'Admin@Example.com' })
  expect(status).toBe(200)
})

test("missing credentials get the login screen's words", async () => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(login, { email: 'no address', password: '' })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    email: 'Invalid email address',
    password: 'Password is required',
  })
})

test('the sixth try must wait, even with the right password', async () => {
  const { api, clock } = await startTestApp()
  for (let n = 0; n < 6; n++) await api.post(login, { email: ADMIN.email, password: 'wrong' })
  const held = await api.post(login, ADMIN)
  expect(held.status).toBe(429)
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
  expect(held.body.message).toContain('Too many attempts')

  clock.ahead = 15 * 60 * 1000
  expect((await api.post(login, ADMIN)).status).toBe(200)
})

test('tries elsewhere do not keep the owner out', async () => {
  const { api, send } = await startTestApp()
  await api.post(login, ADMIN)
  const elsewhere = (password: string) =>
    send('POST', login, { payload: { ...ADMIN, password }, remoteAddress: '203.0.113.9' })
  for (let n = 0; n < 8; n++) await elsewhere('wrong')
  expect((await elsewhere(ADMIN.password)).status).toBe(429)
  expect((await api.post(login, ADMIN)).status).toBe(200)
})

test("known places stay known when the account's address changes", async () => {
  const app = await startTestApp()
  const email = 'chief@example.com'
  await app.send('POST', '/api/account/email', {
    ...bearer(await logIn(app)),
    payload: { email },
  })
  const { token } = await accountMail(app, email, 'Confirm your new address')
  await app.api.post('/api/auth/link/confirm', { token })
  const elsewhere = (password: string) =>
    app.send('POST', login, { payload: { email, password }, remoteAddress: '203.0.113.9' })
  for (let n = 0; n < 8; n++) await elsewhere('wrong')
  expect((await elsewhere(ADMIN.password)).status).toBe(429)
  expect((await app.api.post(login, { ...ADMIN, email })).status).toBe(200)
})

/** Tries made-up accounts from the office's address until it is paused for minutes. */
async function holdTheOffice(app: TestApp) {
  const { api, clock } = app
  await countTries(app, FREE_TRIES - 1)
  let wait = 0
  for (let n = 0; wait < 120; n++) {
    const { headers } = await api.post(login, { email: `x${n}@example.com`, password: 'wrong' })
    wait = Number(headers['retry-after'] ?? 0)
    if (wait < 120) clock.ahead += wait * 1000
  }
}

test('one machine at an address does not block its other users', async () => {
  const app = await startTestApp()
  const { api } = app
  expect((await api.post(login, ADMIN)).status).toBe(200)
  await holdTheOffice(app)
  expect((await api.post(login, ADMIN)).status).toBe(200)
  const refusalFor = async (email: string) => {
    const { status, body } = await api.post(login, { email, password: 'wrong' })
    return { status, code: body.code, minutes: body.message.includes('minutes') }
  }
  const unknown = { status: 429, code: 'over_request_rate_limit', minutes: true }
  expect(await refusalFor('nobody@example.com')).toEqual(unknown)
  for (let n = 0; n < 6; n++) expect(await refusalFor(ADMIN.email)).toEqual(unknown)
})

test('an account has its own count at a paused address', async () => {
  const app = await startTestApp()
  await app.api.post(login, ADMIN)
  await holdTheOffice(app)
  for (let n = 0; n < 5; n++) await app.api.post(login, { ...ADMIN, password: 'wrong' })
  expect((await app.api.post(login, ADMIN)).status).toBe(429)
  app.clock.ahead += 15 * 60 * 1000
  expect((await app.api.post(login, ADMIN)).status).toBe(200)
})

test('IPv6 callers are counted by their network', async () => {
  const { send, api } = await startTestApp()
  const from = (n: number, password: string, network = '2001:db8:0:7') =>
    send('POST', login, {
      payload: { email: `someone${n}@example.com`, password },
      remoteAddress: `${network}::${n.toString(16)}`,
    })
  for (let n = 1; n <= 50; n++) expect((await from(n, 'wrong')).status).toBe(401)
  expect((await from(51, 'wrong')).status).toBe(429)
  expect((await from(51, 'wrong', '2001:db8:0:8')).status).toBe(401)
  expect((await api.post(login, ADMIN)).status).toBe(200)
})

test('a known place is recognized by its IPv6 network', async () => {
  const { send } = await startTestApp()
  const from = (remoteAddress: string, password: string) =>
    send('POST', login, { payload: { ...ADMIN, password }, remoteAddress })
  await from('2001:db8:0:7::a', ADMIN.password)
  for (let n = 0; n < 8; n++) await from('2001:db8:0:8::a', 'wrong')
  expect((await from('2001:db8:0:8::b', ADMIN.password)).status).toBe(429)
  expect((await from('2001:db8:0:7::b', ADMIN.password)).status).toBe(200)
})

test('a pause is reported with its length', async () => {
  const { api, clock } = await startTestApp()
  for (let n = 0; n < 5; n++) await api.post(login, { email: ADMIN.email, password: 'wrong' })
  clock.ahead = 4_050
  const { body } = await api.post(login, ADMIN)
  expect(body.message).toBe('Too many attempts. Please try again in 1 second.')
})

test('concurrent tries are all counted', async () => {
  const { api } = await startTestApp()
  const tries = Array.from({ length: 12 }, () =>
    api.post(login, { email: ADMIN.email, password: 'wrong' }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
})

test('a session ends after 12 idle hours, and after 30 days', async () => {
  const { api, clock } = await startTestApp()
  const hours = (n: number) => n * 60 * 60 * 1000
  for (let day = 0; day < 29 * 24; day += 11) {
    clock.ahead = hours(day)
    expect((await api.get('/api/auth/me')).status).toBe(200)
  }
  clock.ahead = hours(30 * 24 + 1)
  expect((await api.get('/api/auth/me')).status).toBe(401)
})

test('an idle session ends', async () => {
  const { api, clock } = await startTestApp()
  clock.ahead = 13 * 60 * 60 * 1000
  const { status, body } = await api.get('/api/auth/me')
  expect(status).toBe(401)
  expect(body.message).toBe('Your session has expired. Please sign in again.')
})

test.each([
  ['an altered one', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['one without a signature', unsigned],
  ['nonsense', () => 'nonsense'],
])('a token that we did not sign is refused: %s', async (_, forge) => {
  const { send, token } = await startTestApp()
  const headers = { authorization: `Bearer ${forge(token)}` }
  expect((await send('GET', '/api/auth/me', { headers })).status).toBe(401)
})

function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

test('a token in a cookie or in the query does not sign in', async () => {
  const { send, token } = await startTestApp()
  const headers = { authorization: '', cookie: `token=${token}` }
  expect((await send('GET', `/api/auth/me?token=${token}`, { headers })).status).toBe(401)
})

test('only a hash of the password is stored', async () => {
  const { deps } = await startTestApp()
  const { password_hash } = await anAdmin(deps)
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a password signs in however its accents are typed', async () => {
  const { api, deps } = await startTestApp()
  const password = 'Caf\u00e9 velvet \ufb01sh anchor'
  await anAdmin(deps, { email: 'one@example.com', password })
  const signIn = (email: string, typed: string) =>
    api.post('/api/auth/login', { email, password: typed })
  for (const typed of [password, password.normalize('NFD'), password.normalize('NFKC')])
    expect((await signIn('one@example.com', typed)).status).toBe(200)
  // A hash by a former version, which did not normalize the password.
  const { hash } = await import('@node-rs/argon2')
  const password_hash = await hash(password)
  await deps.db.updateTable('admins').set({ password_hash }).execute()
  expect((await signIn('one@example.com', password)).status).toBe(200)
})
