// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail } from '../../../testing/account-mails.ts'
import { ADMIN } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const WEAK = { password: 'password123' }
const TOO_MANY = { status: 429, body: { code: 'over_request_rate_limit' } }

async function tryOften(times: number, ask: () => ReturnType<TestApp['send']>) {
  const first = new Set<number>()
  for (let n = 0; n < times; n++) first.add((await ask()).status)
  return { first: [...first], next: await ask() }
}

test('a password is judged by its first 64 characters', async () => {
  const { api } = await startTestApp()
  const password = `${'a'.repeat(64)}velvet anchor thursday`
  const { body } = await api.post('/api/account/password', {
    password,
    current_password: ADMIN.password,
  })
  expect(body.code).toBe('weak_password')
})

test('checks of a signed-in account pause after ten, in every call', async () => {
  const app = await startTestApp()
  await app.api.post('/api/account/confirm', { current_password: ADMIN.password })
  const asks = [
    () => app.api.post('/api/account/password', WEAK),
    () => app.api.put('/auth/v1/user', WEAK),
    () => app.api.post('/auth/v1/admin/users', { ...WEAK, email: 'new@example.com' }),
  ]
  const { first } = await tryOften(10, asks[0]!)
  expect(first).toEqual([422])
  for (const ask of asks) expect(await ask()).toMatchObject(TOO_MANY)
  app.clock.ahead = 6000
  expect((await asks[0]!()).status).toBe(422)
})

test('strong passwords count as checks too', async () => {
  const { api } = await startTestApp()
  const strong = { password: 'velvet anchor thursday', code: '000000' }
  for (let n = 0; n < 10; n++) await api.post('/api/account/password', strong)
  expect(await api.put('/auth/v1/user', WEAK)).toMatchObject(TOO_MANY)
})

test('an administrator makes many accounts with passwords without a pause', async () => {
  const { api } = await startTestApp()
  await api.post('/api/account/confirm', { current_password: ADMIN.password })
  for (let n = 0; n < 12; n++) {
    const made = { email: `new${n}@example.com`, password: 'velvet anchor thursday' }
    expect((await api.post('/auth/v1/admin/users', made)).status).toBe(200)
  }
})

test('checks for the holder of a mailed link pause after ten', async () => {
  const app = await startTestApp()
  await app.api.post('/api/auth/forgot-password', { email: ADMIN.email })
  const { token } = await accountMail(app, ADMIN.email, 'Choose a new password')
  const ask = () => app.api.post('/api/auth/link/password', { ...WEAK, token })
  const { first, next } = await tryOften(10, ask)
  expect(first).toEqual([422])
  expect(next).toMatchObject(TOO_MANY)
})

test('checks of sign-ups pause after fifty from one address', async () => {
  const { send } = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const ask = (remoteAddress = '203.0.113.9') =>
    send('POST', '/auth/v1/signup', {
      payload: { ...WEAK, email: 'new@example.com' },
      remoteAddress,
    })
  const { first, next } = await tryOften(50, ask)
  expect(first).toEqual([422])
  expect(next).toMatchObject(TOO_MANY)
  expect((await ask('203.0.113.10')).status).toBe(422)
})
