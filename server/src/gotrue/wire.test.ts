import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/make.ts'
import { startService } from '../../../testing/start-service.ts'

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

test('every reply names its version and is never cached', async () => {
  const { origin } = await startService()
  const calls: [string, RequestInit][] = [
    ['/user', {}],
    ['/nothing', {}],
    ['/token?grant_type=password', { method: 'POST', body: '{', headers: JSON_TYPE }],
    ['/.well-known/jwks.json', {}],
  ]
  for (const [path, init] of calls) {
    const { headers } = await fetch(`${origin}/auth/v1${path}`, init)
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('every failure has a code and words', async () => {
  const { send, deps, logged } = await startService()
  const post = (path: string, payload: object | string) =>
    send('POST', `/auth/v1${path}`, { payload, headers: { ...JSON_TYPE, authorization: '' } })
  expect(await post('/token?grant_type=password', '{"email":')).toMatchObject({
    status: 400,
    body: { code: 'bad_json' },
  })
  expect(await post('/token?grant_type=web3', {})).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  expect(await post('/recover', { email: 'no address' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: 'Invalid email address' },
  })
  expect(await post('/nothing', {})).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Call not found' },
  })
  expect(await post('/signup', { email: 'x', data: 'y'.repeat(2_000_000) })).toMatchObject({
    status: 413,
    body: { message: 'The request is too large.' },
  })
  await deps.db.schema.alterTable('throttle').renameTo('throttle_away').execute()
  const broken = await post('/token?grant_type=password', ADMIN)
  await deps.db.schema.alterTable('throttle_away').renameTo('throttle').execute()
  expect(broken).toEqual(
    expect.objectContaining({
      status: 500,
      body: {
        code: 'unexpected_failure',
        message: 'Something went wrong. Please try again.',
      },
    }),
  )
  expect(logged.splice(0).join()).toContain('throttle')
})

test('text that cannot be stored and deep nesting are refused', async () => {
  const { api, send } = await startService()
  for (const data of [{ a: 'x\0y' }, { 'a\0': 1 }, { a: '\ud800' }, { a: 'x'.repeat(10_240) }]) {
    const { status, body } = await api.put('/auth/v1/user', { data })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' })
  }
  const depth = 50_000
  const payload = `{"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
  expect(await send('PUT', '/auth/v1/user', { payload, headers: JSON_TYPE })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('a stranger is refused wherever a call is not public', async () => {
  const { send } = await startService()
  const id = '00000000-0000-4000-8000-000000000000'
  const calls = [
    'GET /user',
    'PUT /user',
    'GET /reauthenticate',
    'POST /logout',
    'POST /factors',
    `POST /factors/${id}/challenge`,
    `POST /factors/${id}/verify`,
    `DELETE /factors/${id}`,
    'GET /factors/recovery-codes',
    'POST /factors/recovery-codes',
    'POST /factors/recovery-codes/regenerate',
    'POST /factors/recovery-codes/verify',
    'DELETE /factors/recovery-codes',
    'GET /user/identities/authorize',
    `DELETE /user/identities/${id}`,
    'POST /invite',
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${id}`,
    `PUT /admin/users/${id}`,
    `DELETE /admin/users/${id}`,
    `GET /admin/users/${id}/factors`,
    `DELETE /admin/users/${id}/factors/${id}`,
  ]
  for (const call of calls) {
    const [method, path] = call.split(' ') as ['GET', string]
    const { status, body } = await send(method, `/auth/v1${path}`, {
      headers: { authorization: '' },
    })
    expect({ call, status, code: body.code }).toEqual({
      call,
      status: 401,
      code: 'no_authorization',
    })
  }
})

test("public calls are limited by address in GoTrue's form", async () => {
  const { api } = await startService()
  let last = await api.get('/auth/v1/.well-known/jwks.json')
  for (let n = 0; n < 130 && last.status !== 429; n++)
    last = await api.get('/auth/v1/.well-known/jwks.json')
  expect(last.status).toBe(429)
  expect(last.body.code).toBe('over_request_rate_limit')
})

test('empty bodies are accepted where the client sends them', async () => {
  const { send } = await startService()
  const { status } = await send('POST', '/auth/v1/logout?scope=local', { headers: JSON_TYPE })
  expect(status).toBe(204)
})

test('fetching a mailed link does not use it up', async () => {
  const { send, client, mailsTo } = await startService()
  await client().resetPasswordForEmail(ADMIN.email)
  const [{ token } = { token: '' }] = await mailsTo(ADMIN.email)
  const path = `/auth/v1/verify?token=${token}&token_hash=${token}&type=recovery`
  expect((await send('GET', path, { headers: { authorization: '' } })).status).toBe(404)
  const opened = await client().verifyOtp({ token_hash: token, type: 'recovery' })
  expect(opened.error).toBeNull()
})
