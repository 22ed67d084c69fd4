import { expect, test } from 'vitest'
import { accountMail } from '../../../../testing/account-mails.ts'
import { countTries, FREE_TRIES } from '../../../../testing/count-tries.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const password = 'velvet anchor thursday'
const LOGIN = '/api/auth/login'
const TOKEN = '/auth/v1/token?grant_type=password'

async function noted({ deps: { db, accountMail } }: Pick<TestApp, 'deps'>, email = ADMIN.email) {
  await accountMail.idle()
  const log = db.selectFrom('security_log').selectAll().where('email', '=', email)
  const entries = await log.orderBy('id', 'desc').execute()
  return entries.map(({ event, detail }) => [event, detail])
}

test('every failed proof of identity is logged', async () => {
  const app = await startTestApp()
  await app.api.post('/api/account/confirm', { current_password: 'wrong' })
  await app.api.post('/api/account/password', { password, code: '000000' })
  expect(await noted(app)).toEqual([
    ['confirmation-failed', 'otp'],
    ['confirmation-failed', 'password'],
  ])
})

test('a wrong second factor with a mailed link is logged', async () => {
  const app = await startTestApp()
  await addAuthenticator(app, await logIn(app))
  await app.api.post('/api/auth/forgot-password', { email: ADMIN.email })
  const { token } = await accountMail(app, ADMIN.email, 'Choose a new password')
  await app.api.post('/api/auth/link/password', { token, password, code: '000000' })
  expect((await noted(app))[0]).toEqual(['second-step-failed', 'recovery'])
})

test('wrong digits are logged for known addresses only', async () => {
  const app = await startTestApp()
  for (const email of [ADMIN.email, 'nobody@example.com'])
    for (let n = 0; n < 7; n++)
      await app.api.post('/auth/v1/verify', { type: 'email', email, token: '000000' })
  const failed = ['sign-in-failed', 'otp']
  expect(await noted(app)).toEqual(
    expect.arrayContaining([['tries-refused', 'otp'], failed, failed, failed, failed, failed]),
  )
  expect(await noted(app)).toHaveLength(6)
  expect(await noted(app, 'nobody@example.com')).toEqual([])
})

test('a right password of a switched-off account is logged', async () => {
  const app = await startTestApp()
  const off = { email: 'off@example.com', password }
  const { id } = await anAdmin(app.deps, off)
  const banned_until = '9999-12-31T00:00:00.000Z'
  await app.deps.db.updateTable('admins').set({ banned_until }).where('id', '=', id).execute()
  for (const url of [LOGIN, TOKEN]) expect((await app.api.post(url, off)).status).toBe(403)
  expect(await noted(app, off.email)).toEqual([
    ['sign-in-refused', 'password'],
    ['sign-in-refused', 'password'],
  ])
})

test('tries during a pause are logged once for each pause', async () => {
  const app = await startTestApp()
  const guess = async (times: number) => {
    for (let n = 0; n < times; n++) await app.api.post(LOGIN, { ...ADMIN, password: 'wrong' })
  }
  await guess(9)
  const events = async () => (await noted(app)).map(([event]) => event)
  const failed = Array(5).fill('sign-in-failed')
  expect(await events()).toEqual(['tries-refused', ...failed])
  app.clock.ahead = 60_000
  await guess(4)
  expect(await events()).toEqual(['tries-refused', 'sign-in-failed', 'tries-refused', ...failed])
})

test('a paused address is logged once for each pause', async () => {
  const app = await startTestApp()
  const from = (n: number) =>
    app.api.post(LOGIN, { email: `someone${n}@example.com`, password: 'wrong' })
  await countTries(app, FREE_TRIES)
  for (let n = 0; n < 4; n++) await from(n)
  const { body } = await app.api.get('/api/security-log?event=tries-refused')
  expect(body.entries).toMatchObject([{ email: 'someone0@example.com', detail: 'address' }])
})

test('wrong passwords at a paused address are logged for real accounts', async () => {
  const app = await startTestApp()
  await logIn(app)
  await countTries(app, FREE_TRIES)
  await app.api.post(LOGIN, { email: 'someone@example.com', password: 'wrong' })
  for (const email of [ADMIN.email, 'nobody@example.com'])
    expect((await app.api.post(LOGIN, { email, password: 'wrong' })).status).toBe(429)
  expect(await noted(app)).toEqual([
    ['sign-in-failed', 'password'],
    ['signed-in', 'password'],
  ])
  expect(await noted(app, 'nobody@example.com')).toEqual([])
})

test('a sign-in stopped at the second step does not read as signed in', async () => {
  const app = await startTestApp()
  await addAuthenticator(app, await logIn(app))
  const first = await logIn(app)
  await app.send('POST', '/api/auth/verify-2fa', { ...bearer(first), payload: { code: '000000' } })
  expect((await noted(app)).slice(0, 2)).toEqual([
    ['second-step-failed', 'totp'],
    ['first-step-passed', 'password'],
  ])
})
