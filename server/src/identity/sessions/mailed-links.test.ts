import { expect, test } from 'vitest'
import { accountMail, accountMailsTo } from '../../../../testing/account-mails.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import {
  addAuthenticator,
  bearer,
  codeNow,
  logIn,
  nextCode,
} from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { resetPasswordByCommand } from '../administrators/operator.ts'
import { changeAdmin, findAdminByEmail } from '../administrators/queries.ts'
import { mailCode } from '../mailed-codes.ts'

const LOGIN = '/api/auth/login'
const FORGOT = '/api/auth/forgot-password'
const SET = '/api/auth/link/password'
const password = 'velvet anchor thursday'
const HOUR_MS = 60 * 60 * 1000
const COLLEAGUE = { email: 'colleague@example.com', password: 'basalt fern organ' }

async function resetByColleague(app: TestApp) {
  await anAdmin(app.deps, COLLEAGUE)
  const { id } = (await findAdminByEmail(app.deps.db, ADMIN.email))!
  const as = bearer(await logIn(app, COLLEAGUE))
  const url = `/auth/v1/admin/users/${id}`
  return app.send('PUT', url, { ...as, payload: { password } })
}

/** The token of the mail for a forgotten password. */
async function askForLink(app: TestApp): Promise<string> {
  await app.api.post(FORGOT, { email: ADMIN.email })
  return (await accountMailsTo(app, ADMIN.email, 'Choose a new password')).at(-1)!.token
}

test('a mailed link sets a new password and ends every session', async () => {
  const app = await startTestApp()
  const before = await logIn(app)
  const token = await askForLink(app)
  const read = await app.api.post('/api/auth/link', { token })
  expect(read.body).toEqual({
    kind: 'recovery',
    email: ADMIN.email,
    second_factor: false,
    authenticator_app: false,
  })
  expect((await app.api.post(SET, { token, password })).status).toBe(200)
  expect((await app.send('GET', '/api/auth/me', bearer(before))).status).toBe(401)
  expect((await app.api.post('/api/auth/login', ADMIN)).status).toBe(401)
  await logIn(app, { ...ADMIN, password })
  await accountMail(app, ADMIN.email, 'Your password was changed')
})

test('a link works once, and reading it uses nothing up', async () => {
  const app = await startTestApp()
  const token = await askForLink(app)
  for (let n = 0; n < 3; n++)
    expect((await app.api.post('/api/auth/link', { token })).status).toBe(200)
  expect((await app.api.post(SET, { token, password })).status).toBe(200)
  const again = await app.api.post(SET, { token, password: `${password} again` })
  expect(again).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
  expect(again.body.message).toBe('This link is invalid or has expired.')
})

test('endless tries do not block the mailed link in a new place', async () => {
  const app = await startTestApp()
  const from = (remoteAddress: string, url: string, payload: object) =>
    app.send('POST', url, { payload, remoteAddress })
  const guess = () => from('203.0.113.9', LOGIN, { ...ADMIN, password: 'wrong' })
  for (let n = 0; n < 12; n++) {
    const { headers } = await guess()
    app.clock.ahead += Number(headers['retry-after'] ?? 0) * 1000
  }
  await guess()
  const newPlace = '203.0.113.77'
  expect((await from(newPlace, LOGIN, ADMIN)).status).toBe(429)
  const token = await askForLink(app)
  expect((await from(newPlace, SET, { token, password })).status).toBe(200)
  for (let n = 0; n < 6; n++) await guess()
  expect((await from('203.0.113.78', LOGIN, { ...ADMIN, password })).status).toBe(429)
  expect((await from(newPlace, LOGIN, { ...ADMIN, password })).status).toBe(200)
})

type NewPassword = (app: TestApp, token: string) => Promise<{ status: number }>

test.each<[string, NewPassword]>([
  ['by mail', async (app) => app.api.post(SET, { token: await askForLink(app), password })],
  ['by a colleague', resetByColleague],
  [
    'in their account',
    ({ send }, token) =>
      send('POST', '/api/account/password', {
        ...bearer(token),
        payload: { current_password: ADMIN.password, password },
      }),
  ],
])('a new password %s ends the pause of its mistyped predecessor', async (_, choose) => {
  const app = await startTestApp()
  const token = await logIn(app)
  const mistype = () => app.api.post(LOGIN, { ...ADMIN, password: 'wrong' })
  for (let n = 0; n < 10; n++) {
    const { headers } = await mistype()
    app.clock.ahead += Number(headers['retry-after'] ?? 0) * 1000
  }
  await mistype()
  expect((await mistype()).status).toBe(429)
  expect((await choose(app, token)).status).toBe(200)
  expect((await app.api.post(LOGIN, { ...ADMIN, password })).status).toBe(200)
})

test('another person with the password cannot block the mailed reset', async () => {
  const app = await startTestApp()
  const { secret } = await addAuthenticator(app, await logIn(app))
  const theirs = bearer(await logIn(app))
  const guess = () =>
    app.send('POST', '/api/auth/verify-2fa', {
      ...theirs,
      payload: { code: '000000' },
      remoteAddress: '203.0.113.9',
    })
  for (let n = 0; n < 12; n++) {
    const { headers } = await guess()
    app.clock.ahead += Number(headers['retry-after'] ?? 0) * 1000
  }
  await guess()
  expect((await guess()).status).toBe(429)
  const choose = { token: await askForLink(app), password, code: codeNow(app, secret) }
  const remoteAddress = '203.0.113.77'
  expect((await app.send('POST', SET, { payload: choose, remoteAddress })).status).toBe(200)
})

test('using one of two mailed links voids the other', async () => {
  const app = await startTestApp()
  const first = await askForLink(app)
  await app.api.post(FORGOT, { email: ADMIN.email })
  const mails = await accountMailsTo(app, ADMIN.email)
  expect(new Set(mails.map((mail) => mail.token)).size).toBe(2)
  const second = mails.find((mail) => mail.token !== first)!.token
  expect((await app.api.post(SET, { token: first, password })).status).toBe(200)
  expect((await app.api.post('/api/auth/link', { token: second })).status).toBe(403)
})

test('a new password voids every earlier mailed link', async () => {
  const app = await startTestApp()
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  const earlier = await accountMail(app, ADMIN.email, 'Sign in')
  expect((await app.api.post(SET, { token: await askForLink(app), password })).status).toBe(200)
  await expectVoid(app, earlier)
})

test.each<[string, (app: TestApp) => Promise<unknown>]>([
  ['by command', ({ deps }) => resetPasswordByCommand(deps.db, ADMIN.email, new Date())],
  ['by a colleague', resetByColleague],
])('a password reset %s voids every link and code', async (_, reset) => {
  const app = await startTestApp()
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  await app.send('POST', '/api/account/email', {
    ...bearer(await logIn(app)),
    payload: { email: 'other@example.com' },
  })
  const signIn = await accountMail(app, ADMIN.email, 'Sign in')
  const recovery = await askForLink(app)
  const moving = await accountMail(app, 'other@example.com', 'Confirm your new address')
  await reset(app)
  await expectVoid(app, signIn)
  expect((await app.api.post(SET, { token: recovery, password })).status).toBe(403)
  expect((await app.api.post('/api/auth/link/confirm', moving)).status).toBe(403)
  await app.api.post('/auth/v1/resend', { email: ADMIN.email, type: 'email_change' })
  await accountMail(app, 'other@example.com', 'Confirm your new address')
})

test('rejects links mailed during a change of address', async () => {
  const app = await startTestApp()
  const { id: adminId } = await anAdmin(app.deps)
  await changeAdmin(app.deps.db, adminId, { email: 'new@example.com' })
  await mailCode(app.deps, { adminId, kind: 'magiclink', email: ADMIN.email })
  await mailCode(app.deps, { adminId, kind: 'recovery', email: ADMIN.email })
  const recovery = await accountMail(app, ADMIN.email, 'Choose a new password')
  await expectVoid(app, await accountMail(app, ADMIN.email, 'Sign in'))
  expect((await app.api.post('/api/auth/link', recovery)).status).toBe(403)
  expect((await app.api.post(SET, { token: recovery.token, password })).status).toBe(403)
})

/** Expects refusals of link and digits, in the product and for other programs. */
async function expectVoid(app: TestApp, { token, digits }: { token: string; digits: string }) {
  const type = 'magiclink'
  for (const [url, body] of [
    ['/api/auth/link/session', { token }],
    ['/auth/v1/verify', { type, token_hash: token }],
    ['/auth/v1/verify', { type, email: ADMIN.email, token: digits }],
  ] as const)
    expect({ url, status: (await app.api.post(url, body)).status }).toEqual({ url, status: 403 })
}

test('a link ends after an hour', async () => {
  const app = await startTestApp()
  const token = await askForLink(app)
  app.clock.ahead = HOUR_MS + 1000
  expect((await app.api.post('/api/auth/link', { token })).status).toBe(403)
  expect((await app.api.post(SET, { token, password })).status).toBe(403)
})

test('known and unknown addresses get the same reply', async () => {
  const app = await startTestApp()
  const known = await app.api.post(FORGOT, { email: ADMIN.email })
  const unknown = await app.api.post(FORGOT, { email: 'stranger@example.com' })
  expect(unknown).toMatchObject({ status: known.status, body: known.body })
  expect(await accountMailsTo(app, ADMIN.email)).toHaveLength(1)
  expect(await accountMailsTo(app, 'stranger@example.com')).toHaveLength(0)
})

test('an address gets three mails an hour without a pause', async () => {
  const app = await startTestApp()
  for (const email of [ADMIN.email, 'stranger@example.com']) {
    const answers = []
    for (let n = 0; n < 4; n++) answers.push((await app.api.post(FORGOT, { email })).status)
    expect(answers).toEqual([200, 200, 200, 429])
  }
  expect(await accountMailsTo(app, ADMIN.email)).toHaveLength(3)
})

test('a mail alone sets no password if there is a second factor', async () => {
  const app = await startTestApp()
  const { secret, recoveryCodes } = await addAuthenticator(app, await logIn(app))
  const token = await askForLink(app)
  const asked = { second_factor: true, authenticator_app: true }
  expect((await app.api.post('/api/auth/link', { token })).body).toMatchObject(asked)
  expect((await app.api.post(SET, { token, password })).status).toBe(403)
  expect((await app.api.post(SET, { token, password, code: '000000' })).status).toBe(422)
  const right = await app.api.post(SET, { token, password, code: nextCode(app, secret) })
  expect(right.status).toBe(200)
  const next = await askForLink(app)
  const byRecovery = { token: next, password: `${password} 2`, code: recoveryCodes[0] }
  expect((await app.api.post(SET, byRecovery)).status).toBe(200)
})

test.each([
  ['short', 'Password must be at least 10 characters'],
  ['password123', 'This password is too easy to guess.'],
  ['admin@example.com', 'This password is too easy to guess.'],
])('a weak password is refused and the link stays valid: %s', async (weak, words) => {
  const app = await startTestApp()
  const token = await askForLink(app)
  const { status, body } = await app.api.post(SET, { token, password: weak })
  expect([400, 422]).toContain(status)
  expect(body.fields.password).toContain(words)
  expect((await app.api.post(SET, { token, password })).status).toBe(200)
})

test('the database holds neither the link nor its digits in plain text', async () => {
  const app = await startTestApp()
  await app.api.post(FORGOT, { email: ADMIN.email })
  const [mail] = await accountMailsTo(app, ADMIN.email)
  const stored = JSON.stringify(
    await app.deps.db.selectFrom('one_time_codes').selectAll().execute(),
  )
  expect(mail!.token.length).toBeGreaterThan(40)
  expect(stored).not.toContain(mail!.token)
  expect(stored).not.toContain(mail!.digits)
})

test('account emails stay out of the visible outbox', async () => {
  const app = await startTestApp()
  await askForLink(app)
  const { readdir } = await import('node:fs/promises')
  expect(await readdir(`${app.config.DATA_DIR}/outbox`)).toEqual([])
})
