import { expect, test } from 'vitest'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import {
  addAuthenticator,
  bearer,
  codeNow,
  logIn,
  nextCode,
} from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const ME = '/api/auth/me'
const VERIFY = '/api/auth/verify-2fa'

async function afterPassword() {
  const app = await startTestApp()
  const factor = await addAuthenticator(app, await logIn(app))
  return { ...app, factor, first: await logIn(app) }
}

const give = ({ send }: TestApp, token: string, code: string) =>
  send('POST', VERIFY, { ...bearer(token), payload: { code } })

test('without a second factor the password is enough', async () => {
  const app = await startTestApp()
  const token = await logIn(app)
  const { id } = await anAdmin(app.deps)
  const url = `/rest/v1/user_security?select=two_factor_enabled&user_id=eq.${id}`
  expect((await app.send('GET', url, bearer(token))).body).toEqual({ two_factor_enabled: false })
  expect((await app.send('GET', ME, bearer(token))).status).toBe(200)
})

test('rejects a password without the second factor', async () => {
  const app = await afterPassword()
  const { id } = await anAdmin(app.deps)
  const url = `/rest/v1/user_security?select=two_factor_enabled&user_id=eq.${id}`
  expect((await app.send('GET', url, bearer(app.first))).body).toEqual({ two_factor_enabled: true })
  for (const path of [ME, '/api/admin/users', '/api/account']) {
    expect((await app.send('GET', path, bearer(app.first))).status).toBe(403)
  }
})

test("an app's code finishes the sign-in and voids the first token", async () => {
  const app = await afterPassword()
  const { status, body } = await give(app, app.first, nextCode(app, app.factor.secret))
  expect(status).toBe(200)
  expect((await app.send('GET', ME, bearer(body.token))).body.email).toBe(ADMIN.email)
  expect((await app.send('GET', ME, bearer(app.first))).status).toBe(401)
})

test('removing the last factor revives no token of a first step', async () => {
  const app = await afterPassword()
  const half = await logIn(app)
  const { body } = await give(app, app.first, nextCode(app, app.factor.secret))
  const last = `/api/account/factors/${app.factor.id}`
  expect((await app.send('DELETE', last, bearer(body.token))).status).toBe(200)
  expect((await app.send('GET', ME, bearer(body.token))).status).toBe(200)
  for (const token of [app.first, half]) {
    expect((await app.send('GET', ME, bearer(token))).status).toBe(401)
  }
})

test('a code works once, also when it is sent twice at the same time', async () => {
  const app = await afterPassword()
  const second = await logIn(app)
  const code = nextCode(app, app.factor.secret)
  const answers = await Promise.all([give(app, app.first, code), give(app, second, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('setting up the app uses up its code', async () => {
  const app = await startTestApp()
  const token = await logIn(app)
  const { secret } = await addAuthenticator(app, token)
  const { status, body } = await give(app, await logIn(app), codeNow(app, secret))
  expect(status).toBe(422)
  expect(body.message).toBe('Invalid 2FA code')
})

test('a clock may be off by half a minute, not by two', async () => {
  const app = await afterPassword()
  const late = nextCode(app, app.factor.secret)
  app.clock.ahead += 30_000
  expect((await give(app, app.first, late)).status).toBe(200)
  const old = nextCode(app, app.factor.secret)
  app.clock.ahead += 120_000
  expect((await give(app, await logIn(app), old)).status).toBe(422)
})

test('a malformed code is refused; blanks are ignored', async () => {
  const app = await afterPassword()
  const { status, body } = await give(app, app.first, '12345x')
  expect(status).toBe(400)
  expect(body.message).toBe('The code has 6 digits')
  const code = nextCode(app, app.factor.secret)
  expect((await give(app, app.first, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
})

test('wrong codes pause for at most 15 minutes', async () => {
  const app = await afterPassword()
  let longest = 0
  for (let n = 0; n < 40; n++) {
    const { status, headers } = await give(app, app.first, '000000')
    if (status !== 429) continue
    longest = Math.max(longest, Number(headers['retry-after']))
    app.clock.ahead += Number(headers['retry-after']) * 1000
  }
  expect(longest).toBe(15 * 60)
  expect((await give(app, app.first, nextCode(app, app.factor.secret))).status).toBe(200)
})

test('tries of codes elsewhere do not keep the owner out', async () => {
  const app = await afterPassword()
  const elsewhere = '203.0.113.9'
  const theirs = await app.send('POST', '/api/auth/login', {
    payload: ADMIN,
    remoteAddress: elsewhere,
  })
  const attempt = (code: string) =>
    app.send('POST', VERIFY, {
      ...bearer(theirs.body.token),
      payload: { code },
      remoteAddress: elsewhere,
    })
  for (let n = 0; n < 20; n++) {
    const { status, headers } = await attempt('000000')
    if (status === 429) app.clock.ahead += Number(headers['retry-after']) * 1000
  }
  await attempt('000000')
  const code = codeNow(app, app.factor.secret)
  expect((await attempt(code)).status).toBe(429)
  expect((await give(app, app.first, code)).status).toBe(200)
})

test('a recovery code works once, and the owner is informed', async () => {
  const app = await afterPassword()
  expect(app.factor.recoveryCodes).toHaveLength(10)
  const code = app.factor.recoveryCodes[3].toUpperCase().replace('-', ' ')
  const use = (token: string) =>
    app.send('POST', '/api/auth/recovery-code', { ...bearer(token), payload: { code } })
  const { status, body } = await use(app.first)
  expect(status).toBe(200)
  const account = await app.send('GET', '/api/account', bearer(body.token))
  expect(account.body.recovery_codes_left).toBe(9)
  expect((await use(await logIn(app))).status).toBe(422)
})

test('setting up a factor ends older first-step sessions', async () => {
  const app = await startTestApp()
  const [before, own] = [await logIn(app), await logIn(app)]
  await addAuthenticator(app, own)
  expect((await app.send('GET', ME, bearer(before))).status).toBe(401)
})

test("user_security shows one's own row only", async () => {
  const { api } = await startTestApp()
  const other = '00000000-0000-4000-8000-000000000000'
  const url = `/rest/v1/user_security?select=two_factor_enabled&user_id=eq.${other}`
  expect((await api.get(url)).status).toBe(404)
})

test('the database holds secrets and codes sealed or hashed', async () => {
  const app = await afterPassword()
  const rows = [
    ...(await app.deps.db.selectFrom('factors').selectAll().execute()),
    ...(await app.deps.db.selectFrom('recovery_codes').selectAll().execute()),
  ]
  const stored = JSON.stringify(rows)
  expect(rows).toHaveLength(11)
  expect(stored).not.toContain(app.factor.secret)
  for (const code of app.factor.recoveryCodes) expect(stored).not.toContain(code.replace('-', ''))
})

test('with REQUIRE_2FA nothing else is open without a factor', async () => {
  const app = await startTestApp({ REQUIRE_2FA: 'on' })
  const token = await logIn(app)
  const { status, body } = await app.send('GET', '/api/admin/users', bearer(token))
  expect(status).toBe(403)
  expect(body.code).toBe('two_factor_required')
  expect((await app.send('GET', ME, bearer(token))).status).toBe(200)
  const factor = await addAuthenticator(app, token)
  expect((await app.send('GET', '/api/admin/users', bearer(factor.token))).status).toBe(200)
  const last = await app.send('DELETE', `/api/account/factors/${factor.id}`, bearer(factor.token))
  expect(last).toMatchObject({ status: 409, body: { code: 'last_factor' } })
})
