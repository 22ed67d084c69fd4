// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail, accountMailsTo } from '../../../testing/account-mails.ts'
import { ADMIN } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const MINUTE_MS = 60 * 1000
const FORGOT = '/api/auth/forgot-password'
const password = 'velvet anchor thursday'

/** Asks for every kind of mail to an address, except for a forgotten password. */
async function pester({ send, deps }: TestApp, email: string) {
  const ask = (url: string, payload: object) =>
    send('POST', url, { payload, remoteAddress: '203.0.113.9', headers: { authorization: '' } })
  for (let n = 0; n < 5; n++) {
    await ask('/auth/v1/resend', { email, type: 'signup' })
    await ask('/auth/v1/resend', { email, type: 'email_change' })
    await ask('/auth/v1/otp', { email })
  }
  await deps.accountMail.idle()
}

test('strangers who ask for mails do not delay the owner’s mails', async () => {
  const app = await startTestApp()
  const token = await logIn(app)
  await pester(app, ADMIN.email)
  expect((await app.api.post(FORGOT, { email: ADMIN.email })).status).toBe(200)
  await accountMail(app, ADMIN.email, 'Choose a new password')
  const payload = { email: ADMIN.email }
  for (let n = 0; n < 5; n++) await app.api.post(FORGOT, payload)
  expect((await app.send('POST', '/api/account/code', bearer(token))).status).toBe(200)
  await accountMail(app, ADMIN.email, 'Your confirmation code')
})

test('strangers do not delay an invitation or a change of address', async () => {
  const app = await startTestApp()
  const post = async (url: string, payload: object) =>
    app.send('POST', url, { ...bearer(await logIn(app)), payload })
  const { body } = await post('/api/administrators', { email: 'new@example.com' })
  for (const email of ['new@example.com', 'chief@example.com']) {
    await pester(app, email)
    for (let n = 0; n < 5; n++) await app.api.post(FORGOT, { email })
  }
  expect((await post(`/api/administrators/${body.id}/invitation`, {})).status).toBe(200)
  expect(await accountMailsTo(app, 'new@example.com')).toHaveLength(2)
  expect((await post('/api/account/email', { email: 'chief@example.com' })).status).toBe(200)
  await accountMail(app, 'chief@example.com', 'Confirm your new address')
})

test('strangers do not prevent a sign-up', async () => {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const email = 'new@example.com'
  await pester(app, email)
  expect((await app.api.post('/auth/v1/signup', { email, password })).status).toBe(200)
  await accountMail(app, email, 'Confirm your address')
})

test('asking for every mail for hours does not flood a mailbox', async () => {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const sent: number[] = []
  for (let minute = 0; minute < 120; minute++) {
    app.clock.ahead = minute * MINUTE_MS
    for (const url of ['/auth/v1/otp', '/auth/v1/recover', '/auth/v1/signup'])
      await app.api.post(url, { email: ADMIN.email, password })
    if (minute === 59) sent.push((await accountMailsTo(app, ADMIN.email)).length)
  }
  sent.push((await accountMailsTo(app, ADMIN.email)).length - sent[0]!)
  expect(sent[0]).toBeLessThanOrEqual(3 * 9)
  expect(sent[0]).toBeGreaterThanOrEqual(3 * 8)
  expect(sent[1]).toBeLessThanOrEqual(3 * 4)
  expect(sent[1]).toBeGreaterThanOrEqual(3 * 3)
})

test('using a mailed link allows another mail at once', async () => {
  const app = await startTestApp()
  for (let n = 0; n < 3; n++) await app.api.post(FORGOT, { email: ADMIN.email })
  expect((await app.api.post(FORGOT, { email: ADMIN.email })).status).toBe(429)
  const [{ token } = { token: '' }] = await accountMailsTo(app, ADMIN.email)
  expect((await app.api.post('/api/auth/link/password', { token, password })).status).toBe(200)
  expect((await app.api.post(FORGOT, { email: ADMIN.email })).status).toBe(200)
})

test('a new password voids links and allows others at once', async () => {
  const app = await startTestApp()
  const ask = async (): Promise<number[]> => [
    (await app.api.post('/auth/v1/otp', { email: ADMIN.email })).status,
    (await app.api.post(FORGOT, { email: ADMIN.email })).status,
  ]
  const exhaust = async () => {
    for (let n = 0; n < 3; n++) await ask()
    expect(await ask()).toEqual([429, 429])
    return (await accountMailsTo(app, ADMIN.email, 'Choose a new password')).at(-1)!
  }
  const link = await exhaust()
  await app.api.post('/api/auth/link/password', { token: link.token, password })
  expect(await ask()).toEqual([200, 200])
  await exhaust()
  await app.send('POST', '/api/account/password', {
    ...bearer(await logIn(app, { ...ADMIN, password })),
    payload: { current_password: password, password: 'amber violin quarry' },
  })
  expect(await ask()).toEqual([200, 200])
})

test('using a mailed proof allows another at once', async () => {
  const app = await startTestApp()
  const ask = () => app.api.post('/api/account/code')
  for (let n = 0; n < 3; n++) await ask()
  expect((await ask()).status).toBe(429)
  const mails = await accountMailsTo(app, ADMIN.email)
  // The last of concurrent mails is unknown; one of them is valid.
  const used = []
  for (const { digits } of mails)
    used.push((await app.api.post('/api/account/confirm', { code: digits })).status)
  expect(used.filter((status) => status === 200)).toHaveLength(1)
  expect((await ask()).status).toBe(200)
})
