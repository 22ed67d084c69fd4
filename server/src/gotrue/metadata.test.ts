import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const REFUSED = { status: 400, body: { code: 'validation_failed' } }
const umlauts = (count: number) => 'ä'.repeat(count)

async function confirmed(): Promise<TestApp> {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  await app.api.post('/api/account/confirm', { current_password: ADMIN.password })
  return app
}

test('an account keeps at most 10 KB after merging', async () => {
  const { api } = await startTestApp()
  const keep = (data: object) => api.put('/auth/v1/user', { data })
  expect((await keep({ a: umlauts(4000) })).status).toBe(200)
  expect(await keep({ b: umlauts(2000) })).toMatchObject({
    ...REFUSED,
    body: { message: 'An account keeps at most 10 KB of metadata.' },
  })
  expect((await keep({ a: 'short', b: umlauts(4000) })).status).toBe(200)
  const { body } = await api.get('/auth/v1/user')
  expect(body.user_metadata).toEqual({ a: 'short', b: umlauts(4000) })
})

test('refused metadata leaves the password as it was', async () => {
  const { api } = await confirmed()
  await api.put('/auth/v1/user', { data: { a: umlauts(4000) } })
  const wanted = { password: 'velvet anchor thursday', data: { b: umlauts(2000) } }
  expect(await api.put('/auth/v1/user', wanted)).toMatchObject(REFUSED)
  expect((await api.post('/api/auth/login', ADMIN)).status).toBe(200)
})

test('the same limit applies to an administrator', async () => {
  const { api } = await confirmed()
  const { body } = await api.post('/auth/v1/admin/users', { email: 'clerk@example.com' })
  for (const kind of ['user_metadata', 'app_metadata']) {
    const keep = (data: object) => api.put(`/auth/v1/admin/users/${body.id}`, { [kind]: data })
    expect((await keep({ a: umlauts(4000) })).status).toBe(200)
    expect(await keep({ b: umlauts(2000) })).toMatchObject(REFUSED)
  }
  const role = { role: 'member', email: 'clerk2@example.com' }
  expect((await api.put(`/auth/v1/admin/users/${body.id}`, role)).status).toBe(200)
})

test.each([
  ['too large', { a: umlauts(5200) }],
  ['nested too deeply', JSON.parse(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
])('metadata that is %s is refused in every call', async (_, data) => {
  const { api } = await confirmed()
  const email = 'new@example.com'
  const password = 'velvet anchor thursday'
  for (const [path, body] of [
    ['signup', { email, password, data }],
    ['invite', { email, data }],
    ['admin/users', { email, user_metadata: data }],
    ['admin/users', { email, app_metadata: data }],
  ] as const) {
    expect(await api.post(`/auth/v1/${path}`, body)).toMatchObject(REFUSED)
  }
})
