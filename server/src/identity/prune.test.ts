import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { prune } from './prune.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('expired rows are removed, valid ones stay', async () => {
  const app = await startTestApp()
  const { db } = app.deps
  const token = await logIn(app)
  await app.api.post('/api/auth/forgot-password', { email: ADMIN.email })
  await app.api.post('/api/auth/login', { email: ADMIN.email, password: 'wrong' })
  await app.deps.accountMail.idle()
  const count = async () => [
    (await db.selectFrom('sessions').selectAll().execute()).length,
    (await db.selectFrom('one_time_codes').selectAll().execute()).length,
    (await db.selectFrom('throttle').selectAll().execute()).length,
  ]
  const before = await count()
  await prune(app.deps)
  expect(await count()).toEqual(before)
  expect((await app.send('GET', '/api/auth/me', bearer(token))).status).toBe(200)

  app.clock.ahead = 2 * DAY_MS
  await prune(app.deps)
  expect(await count()).toEqual([0, 0, 0])
})

test('a key signs for 90 days and is read until its tokens expire', async () => {
  const app = await startTestApp({ SESSION_IDLE_HOURS: '8000' })
  app.clock.ahead = 89 * DAY_MS
  const token = await logIn(app)
  const [first] = await app.deps.tokens.publicKeys(app.deps.now())
  app.clock.ahead = 91 * DAY_MS
  await prune(app.deps)
  const keys = await app.deps.tokens.publicKeys(app.deps.now())
  expect(keys).toHaveLength(2)
  expect(JSON.stringify(keys)).not.toContain('"d"')
  expect((await app.send('GET', '/api/auth/me', bearer(token))).status).toBe(200)
  app.clock.ahead = 123 * DAY_MS
  await prune(app.deps)
  const left = await app.deps.tokens.publicKeys(app.deps.now())
  expect(left.map(({ kid }) => kid)).not.toContain(first!.kid)
})
