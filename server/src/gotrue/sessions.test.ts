import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/make.ts'
import { type Client, type Service, startService } from '../../../testing/start-service.ts'
import { listEntries } from '../identity/security-log/queries.ts'

const HOUR = 60 * 60 * 1000

async function sessionOf(client: Client) {
  const { session } = (await client.getSession()).data
  if (!session) throw new Error('no session')
  return session
}

async function lives({ origin, fetch }: Service, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/api/auth/me`, { headers })).ok
}

test('the password opens a session that reads the account', async () => {
  const { client } = await startService()
  const auth = client()
  const { data, error } = await auth.signInWithPassword(ADMIN)
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect((await auth.getUser()).data.user).toMatchObject({
    email: ADMIN.email,
    role: 'admin',
    aud: 'authenticated',
  })
})

test('the account in a reply holds no hash and no secret', async () => {
  const { signedIn } = await startService()
  const { user } = (await (await signedIn()).getUser()).data
  expect(JSON.stringify(user)).not.toMatch(/argon2|password_hash|secret/)
})

test('a token can be checked by anyone with the published keys', async () => {
  const { signedIn, fetch, origin } = await startService()
  const auth = await signedIn()
  const { data } = await auth.getClaims()
  const { user, access_token } = await sessionOf(auth)
  expect(data?.claims).toMatchObject({ sub: user.id, aal: 'aal1', role: 'admin' })
  const { kid } = decodeProtectedHeader(access_token)
  const published = await fetch(`${origin}/auth/v1/.well-known/jwks.json`)
  const { keys } = (await published.json()) as { keys: object[] }
  expect(keys).toContainEqual(expect.objectContaining({ kid, alg: 'ES256' }))
  expect(keys[0]).not.toHaveProperty('d')
})

test('a wrong password and an unknown account get the same words', async () => {
  const { client } = await startService()
  const wrong = await client().signInWithPassword({ ...ADMIN, password: 'not this one' })
  const unknown = await client().signInWithPassword({ ...ADMIN, email: 'nobody@example.com' })
  expect(wrong.error).toMatchObject({ code: 'invalid_credentials', status: 400 })
  expect(unknown.error).toEqual(wrong.error)
})

test('a refresh gives another pair that works in the product too', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const before = await sessionOf(auth)
  const { data } = await auth.refreshSession()
  expect(data.session?.refresh_token).not.toBe(before.refresh_token)
  expect(await lives(service, data.session!.access_token)).toBe(true)
})

test('two tabs may refresh with the same token within ten seconds', async () => {
  const service = await startService()
  const { refresh_token } = await sessionOf(await service.signedIn())
  const tabs = [service.client(), service.client()]
  const both = await Promise.all(tabs.map((tab) => tab.refreshSession({ refresh_token })))
  for (const { error, data } of both) {
    expect(error).toBeNull()
    expect(await lives(service, data.session!.access_token)).toBe(true)
  }
})

test('reusing a refresh token later ends the session and is logged', async () => {
  const service = await startService()
  const { client, clock, deps } = service
  const auth = await service.signedIn()
  const stolen = (await sessionOf(auth)).refresh_token
  const { access_token } = (await auth.refreshSession()).data.session!

  clock.ahead = 11_000
  const { error } = await client().refreshSession({ refresh_token: stolen })
  expect(error?.code).toBe('refresh_token_already_used')
  expect(await lives(service, access_token)).toBe(false)
  expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const { total } = await listEntries(deps.db, {
    search: '',
    event: 'stolen-token',
    page: 1,
    limit: 9,
  })
  expect(total).toBe(1)
})

test('only hashes of refresh tokens are stored', async () => {
  const { signedIn, deps } = await startService()
  const { refresh_token } = await sessionOf(await signedIn())
  const rows = await deps.db.selectFrom('refresh_tokens').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(refresh_token)
})

test('a session ends after 12 idle hours or 30 days despite refreshes', async () => {
  const { signedIn, clock } = await startService()
  const auth = await signedIn()
  for (let hour = 11; hour < 30 * 24; hour += 11) {
    clock.ahead = hour * HOUR
    expect((await auth.refreshSession()).error).toBeNull()
  }
  clock.ahead = (30 * 24 + 1) * HOUR
  expect((await auth.refreshSession()).error?.code).toBe('session_expired')

  const idle = await signedIn()
  clock.ahead += 13 * HOUR
  expect((await idle.refreshSession()).error?.code).toBe('session_expired')
})

test('an access token lives for an hour, and never longer than its session', async () => {
  const service = await startService({ SESSION_DAYS: '1' })
  const auth = await service.signedIn()
  const { access_token } = await sessionOf(auth)
  service.clock.ahead = HOUR + 1000
  expect(await lives(service, access_token)).toBe(false)
  for (const hour of [11, 22, 23.5]) {
    service.clock.ahead = hour * HOUR
    await auth.refreshSession()
  }
  expect((await sessionOf(auth)).expires_in).toBeLessThanOrEqual(HOUR / 2000)
})

test('an ended session and a banned account are not refreshed', async () => {
  const { signedIn, client, deps } = await startService()
  const ended = await sessionOf(await signedIn())
  await deps.db.deleteFrom('sessions').where('admin_id', '=', ended.user.id).execute()
  const refreshed = await client().refreshSession({ refresh_token: ended.refresh_token })
  expect(refreshed.error?.code).toBe('refresh_token_not_found')

  const banned = await sessionOf(await signedIn())
  const banned_until = '9999-12-31T00:00:00.000Z'
  await deps.db.updateTable('admins').set({ banned_until }).execute()
  const again = await client().refreshSession({ refresh_token: banned.refresh_token })
  expect(again.error?.code).toBe('user_banned')
})

test.each(['local', 'others', 'global'] as const)(
  'signing out ends the sessions of its scope: %s',
  async (scope) => {
    const service = await startService()
    const auth = await service.signedIn()
    const here = (await sessionOf(auth)).access_token
    const there = (await sessionOf(await service.signedIn())).access_token
    expect((await auth.signOut({ scope })).error).toBeNull()
    expect(await lives(service, here)).toBe(scope === 'others')
    expect(await lives(service, there)).toBe(scope === 'local')
  },
)

test('a client forgets a session that was ended elsewhere', async () => {
  const { signedIn } = await startService()
  const auth = await signedIn()
  await (await signedIn()).signOut({ scope: 'global' })
  expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await auth.getSession()).data.session).toBeNull()
})

test("signing out of the product ends the client's session", async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const { access_token } = await sessionOf(auth)
  const headers = { authorization: `Bearer ${access_token}` }
  await service.fetch(`${service.origin}/api/auth/logout`, { method: 'POST', headers })
  expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
})
