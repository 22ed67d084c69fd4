// @module-tag heavy
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { countTries, FREE_TRIES } from '../../../testing/count-tries.ts'
import { enrolApp } from '../../../testing/enrol.ts'
import { ADMIN, anAdmin, aToken } from '../../../testing/make.ts'
import { type Service, startService } from '../../../testing/start-service.ts'

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE

const statusOf = async ({ origin, fetch }: Service, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const paths = ['/auth/v1/user', '/api/auth/me']
  const replies = await Promise.all(paths.map((path) => fetch(origin + path, { headers })))
  return replies.map(({ status }) => status)
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

async function aSession(service: Service) {
  return (await (await service.signedIn()).getSession()).data.session!
}

test('a token that we did not sign is refused', async () => {
  const service = await startService()
  const { access_token } = await aSession(service)
  expect(await statusOf(service, access_token)).toEqual([200, 200])
  const [head] = access_token.split('.')
  const { kid } = JSON.parse(Buffer.from(head!, 'base64url').toString())
  const { privateKey } = await generateKeyPair('ES256')
  const forged = await new SignJWT(payloadOf(access_token))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  const hmac = await new SignJWT(payloadOf(access_token))
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(new TextEncoder().encode(service.config.SECRET_KEY))
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access_token.split('.')[1]}.`
  const raised = [
    head,
    Buffer.from(JSON.stringify({ ...payloadOf(access_token), aal: 'aal2' })).toString('base64url'),
    access_token.split('.')[2],
  ].join('.')
  for (const token of [forged, hmac, none, raised])
    expect(await statusOf(service, token)).toEqual([401, 401])
})

test('an expired token is refused although its session lives', async () => {
  const service = await startService()
  const { access_token } = await aSession(service)
  service.clock.ahead = 61 * MINUTE
  expect(await statusOf(service, access_token)).toEqual([401, 401])
})

test("a retired key's tokens are read until they expire", async () => {
  const service = await startService()
  const { deps, clock } = service
  const { access_token } = await aSession(service)
  const { sub, session_id, email, role, amr } = payloadOf(access_token)
  const far = new Date(Date.now() + 400 * DAY)
  const issue = () =>
    deps.tokens.issue({
      admin: { id: sub, email, role },
      session: { id: session_id, aal: 'aal1', amr, expires_at: far.toISOString() },
      at: new Date(),
    })
  const [early, late] = [await issue(), await issue()]
  const keepAlive = () =>
    deps.db
      .updateTable('sessions')
      .set({ last_used_at: deps.now().toISOString(), expires_at: far.toISOString() })
      .execute()

  clock.ahead = 91 * DAY
  await deps.tokens.rotate(deps.now())
  await keepAlive()
  expect(await statusOf(service, early)).toEqual([200, 200])
  expect(await deps.tokens.publicKeys(deps.now())).toHaveLength(2)

  clock.ahead += 32 * DAY
  await keepAlive()
  for (const token of [early, late]) expect(await statusOf(service, token)).toEqual([401, 401])
  expect(await deps.tokens.publicKeys(deps.now())).toHaveLength(1)
})

test('a write from another site that brings only cookies is refused', async () => {
  const service = await startService()
  const { access_token, refresh_token } = await aSession(service)
  const headers = {
    cookie: `token=${access_token}; access_token=${access_token}; refresh_token=${refresh_token}`,
    origin: 'https://evil.example',
    'content-type': 'application/json',
  }
  for (const [method, path] of [
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/logout'],
    ['POST', '/auth/v1/invite'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/admin/users'],
  ]) {
    const reply = await fetch(service.origin + path, { method, headers, body: '{}' })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect(await statusOf(service, access_token)).toEqual([200, 200])
})

test('no answer sets a cookie', async () => {
  const { origin, fetch } = await startService()
  const reply = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.getSetCookie()).toEqual([])
})

test("an app's code that was used here is used in the product too", async () => {
  const service = await startService()
  const { factorId, codeAt } = await enrolApp(await service.signedIn(), service.deps.now)
  service.clock.ahead = 30_000
  const code = codeAt(service.deps.now())
  const auth = await service.signedIn()
  expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()

  const { access_token } = await aSession(service)
  const headers = { authorization: `Bearer ${access_token}` }
  const payload = { code }
  const verify = await service.send('POST', '/api/auth/verify-2fa', { headers, payload })
  expect(verify).toMatchObject({ status: 422, body: { message: 'Invalid 2FA code' } })
})

test('no pause is longer than a quarter of an hour', async () => {
  const { client, clock, signedIn } = await startService()
  const pauses: number[] = []
  for (let n = 0; n < 30; n++) {
    const { error } = await client().signInWithPassword({ ...ADMIN, password: 'not this one' })
    if (error?.code !== 'over_request_rate_limit') continue
    const [, count, unit] = /in (\d+) (second|minute)/.exec(error.message) ?? []
    pauses.push(Number(count) * (unit === 'minute' ? 60 : 1))
    clock.ahead += pauses.at(-1)! * 1000
  }
  expect(pauses.length).toBeGreaterThan(10)
  expect(Math.max(...pauses)).toBe(15 * 60)
  clock.ahead += 15 * MINUTE
  await signedIn()
})

test('an address is slowed down whatever accounts it tries', async () => {
  const service = await startService()
  const { client, clock, deps } = service
  await anAdmin(deps, { email: 'own@example.com', password: ADMIN.password })
  const attempt = (email: string, password: string) =>
    client().signInWithPassword({ email, password })
  await countTries(service, FREE_TRIES - 1)
  expect((await attempt('own@example.com', ADMIN.password)).error).toBeNull()
  await attempt('someone@example.com', 'a guess at random')
  const held = await attempt(ADMIN.email, ADMIN.password)
  expect(held.error?.code).toBe('over_request_rate_limit')
  clock.ahead = 15 * MINUTE
  expect((await attempt(ADMIN.email, ADMIN.password)).error).toBeNull()
})

test.each(['/api/auth/login', '/auth/v1/token?grant_type=password'])(
  'no sign-in reuses an older session: %s',
  async (path) => {
    const service = await startService()
    const fixed = await aToken(service.deps)
    const { session_id } = payloadOf(fixed)
    const stood = await service.deps.db.selectFrom('sessions').select('id').execute()
    const { status, body } = await service.send('POST', path, {
      headers: { authorization: `Bearer ${fixed}`, cookie: `session_id=${session_id}` },
      payload: { ...ADMIN, session_id, token: fixed },
    })
    expect(status).toBe(200)
    const opened = payloadOf(body.token ?? body.access_token).session_id
    expect(stood.map(({ id }) => id)).toContain(session_id)
    expect(stood.map(({ id }) => id)).not.toContain(opened)
  },
)
