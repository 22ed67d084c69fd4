// @module-tag heavy
import { verify } from '@node-rs/argon2'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { countTries, FREE_TRIES } from '../../../testing/count-tries.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { addAdmin } from './administrators/queries.ts'

// Loads the real module again with a spy: other files of this worker have loaded it without.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
beforeEach(() => void vi.mocked(verify).mockClear())

/** Kind and cost of each new hash check. */
function hashed(): string[] {
  const calls = vi.mocked(verify).mock.calls.splice(0)
  return calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$'))
}

test.each([
  ['/api/auth/login', 401],
  ['/auth/v1/token?grant_type=password', 400],
])('hashing and reply are the same with and without an account: %s', async (path, refused) => {
  const { api, deps } = await startTestApp()
  const off = { email: 'off@example.com', password: 'velvet anchor thursday' }
  const { id } = await anAdmin(deps, off)
  const banned_until = '9999-12-31T00:00:00.000Z'
  await deps.db.updateTable('admins').set({ banned_until }).where('id', '=', id).execute()
  await addAdmin(deps.db, { email: 'invited@example.com', invited_at: deps.now().toISOString() })
  const replies: unknown[] = []
  for (const email of [ADMIN.email, 'nobody@example.com', 'invited@example.com', off.email]) {
    const { status, body } = await api.post(path, { email, password: 'not this one' })
    replies.push(body)
    expect({ email, status }).toEqual({ email, status: refused })
    expect({ email, hashed: hashed() }).toEqual({
      email,
      hashed: ['$argon2id$v=19$m=19456,t=2,p=1'],
    })
  }
  expect(replies).toEqual(replies.map(() => replies[0]))
})

test('a paused address gets its reply after the same hashing', async () => {
  const app = await startTestApp()
  const { api, clock } = app
  await api.post('/api/auth/login', ADMIN)
  const attempt = (email: string) => api.post('/api/auth/login', { email, password: 'wrong' })
  await countTries(app, FREE_TRIES)
  for (const pause of [5, 10, 20, 40, 80]) {
    clock.ahead += pause * 1000
    await attempt('someone@example.com')
  }
  hashed()
  for (const email of [ADMIN.email, 'nobody@example.com']) {
    expect((await attempt(email)).status).toBe(429)
    expect(hashed()).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
  }
})
