import { expect, test } from 'vitest'
import { accountMail } from '../../../testing/account-mails.ts'
import { followRedirects } from '../../../testing/follow-redirects.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import type { Person } from '../../../testing/oidc-provider.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import {
  redirectTo,
  SITE,
  startWithProvider,
  VOUCHED,
} from '../../../testing/start-with-provider.ts'
import { findAdminByEmail } from '../identity/administrators/queries.ts'

test('an address confirmed by the provider signs in to its account', async () => {
  const service = await startWithProvider()
  const { client, enter, api } = service
  const { data, error } = await enter(client())
  expect(error).toBeNull()
  expect(data.user?.email).toBe(ADMIN.email)
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'local'])
  const { body } = await api.get('/api/security-log?search=single%20sign-on')
  expect(body.entries).toMatchObject([{ event: 'signed-in', detail: 'sso/oidc local' }])
  expect((await enter(client())).error).toBeNull()
  await accountMail(service, ADMIN.email, 'Single sign-on was linked')
})

test("a linked account is found by the provider's id from then on", async () => {
  const { client, enter, provider } = await startWithProvider()
  const first = await enter(client())
  provider.now.person = { sub: 'p1', email: 'renamed@example.com', email_verified: false }
  expect((await enter(client())).data.user?.id).toBe(first.data.user?.id)
})

test('two tabs that return together for the first time both sign in', async () => {
  const { client, enter } = await startWithProvider()
  const tabs = await Promise.all(Array.from({ length: 6 }, () => enter(client())))
  expect(tabs.map(({ error }) => error)).toEqual(tabs.map(() => null))
})

test('a provider is found by name and by a redirect', async () => {
  const { client, follow, origin } = await startWithProvider()
  const auth = client()
  const { data } = await auth.signInWithOAuth({
    provider: 'local' as never,
    options: { redirectTo, skipBrowserRedirect: true },
  })
  const begun = new URL(data.url!)
  const page = await follow(`${SITE}${begun.pathname}${begun.search}`)
  const { error } = await auth.exchangeCodeForSession(page.searchParams.get('code')!)
  expect(error).toBeNull()
  expect(begun.origin).toBe(origin)
  const other = await client().signInWithSSO({ domain: 'elsewhere.example' })
  expect(other.error?.code).toBe('sso_provider_not_found')
})

test.each<[string, Person]>([
  ['an address nobody here has', { ...VOUCHED, email: 'nobody@example.com' }],
  ['an address the provider has not checked', { ...VOUCHED, email_verified: false }],
  ['no address', { sub: 'p1' }],
])("rejects a provider's account with %s", async (_, person) => {
  const { client, leave, deps, api } = await startWithProvider(person)
  const page = await leave(client())
  expect(page.searchParams.get('code')).toBeNull()
  expect(page.searchParams.get('error')).toBe('signup_disabled')
  expect(page.searchParams.get('error_description')).toContain('Ask an administrator')
  const { body } = await api.get('/api/security-log')
  expect(body.entries).toMatchObject([
    { event: 'sign-in-refused', email: person.email ?? null, detail: 'sso/oidc local' },
  ])
  expect(await findAdminByEmail(deps.db, 'nobody@example.com')).toBeUndefined()
})

test('the maker of an unconfirmed account cannot sign in', async () => {
  const { client, leave, deps } = await startWithProvider()
  const { id } = await anAdmin(deps)
  await deps.db
    .updateTable('admins')
    .set({ email_confirmed_at: null })
    .where('id', '=', id)
    .execute()
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
})

test("a provider's sign-in accepts an open invitation only", async () => {
  const email = 'new@example.com'
  const { client, leave, enter, clock, ...app } = await startWithProvider({ ...VOUCHED, email })
  const post = async (url: string, payload = {}) =>
    app.send('POST', url, { ...bearer(await logIn(app)), payload })
  const { body } = await post('/api/administrators', { email })
  clock.ahead = 7 * 24 * 60 * 60 * 1000 + 1000
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
  await post(`/api/administrators/${body.id}/invitation`)
  expect((await enter(client())).data.user?.email).toBe(email)
})

test('accepting an invitation through a provider voids its mails', async () => {
  const email = 'new@example.com'
  const { client, enter, ...app } = await startWithProvider({ ...VOUCHED, email })
  const as = bearer(await logIn(app))
  await app.send('POST', '/api/administrators', { ...as, payload: { email } })
  const { token } = await accountMail(app, email, 'You are invited')
  expect((await enter(client())).error).toBeNull()
  expect((await app.api.post('/api/auth/link', { token })).status).toBe(403)
  const password = 'amber violin quarry'
  expect((await app.api.post('/api/auth/link/password', { token, password })).status).toBe(403)
})

test('unlinking stops a sign-in with that account in flight', async () => {
  const { client, enter, leave, signedIn, deps } = await startWithProvider()
  await enter(client())
  const owner = await signedIn()
  const stranger = client()
  const code = (await leave(stranger)).searchParams.get('code')!
  const { identities } = (await owner.getUserIdentities()).data!
  const linked = identities.find(({ provider }) => provider === 'local')!
  expect((await owner.unlinkIdentity(linked)).error).toBeNull()
  const { error } = await stranger.exchangeCodeForSession(code)
  expect(error?.code).toBe('identity_not_found')
  const last = deps.db.selectFrom('security_log').select(['event', 'detail']).orderBy('id', 'desc')
  expect(await last.executeTakeFirst()).toEqual({
    event: 'sign-in-refused',
    detail: 'sso/oidc local',
  })
})

test('with open sign-up a stranger gets an account without rights', async () => {
  const person = { ...VOUCHED, email: 'new@example.com' }
  const { client, enter } = await startWithProvider(person, { ALLOW_SIGNUP: 'on' })
  expect((await enter(client())).data.user).toMatchObject({
    email: 'new@example.com',
    role: 'member',
  })
})

test('a provider’s address that contains an encoded word makes no account', async () => {
  const person = { ...VOUCHED, email: '=?utf-8?q?x=40evil.example?=@example.com' }
  const { client, leave } = await startWithProvider(person, { ALLOW_SIGNUP: 'on' })
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
})

test('a banned account cannot sign in by a provider', async () => {
  const { client, enter, deps } = await startWithProvider()
  const banned_until = '9999-12-31T00:00:00.000Z'
  await deps.db.updateTable('admins').set({ banned_until }).execute()
  expect((await enter(client())).error?.code).toBe('user_banned')
  const { event } = await deps.db
    .selectFrom('security_log')
    .select('event')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event).toBe('sign-in-refused')
})

test('the code works once, and only in the browser that began', async () => {
  const { client, leave } = await startWithProvider()
  const auth = client()
  const code = (await leave(auth)).searchParams.get('code')!
  const stranger = client()
  await leave(stranger)
  expect((await stranger.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
  expect((await auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')

  const own = client()
  const page = await leave(own)
  const again = page.searchParams.get('code')!
  expect((await own.exchangeCodeForSession(again)).error).toBeNull()
  await leave(own)
  expect((await own.exchangeCodeForSession(again)).error?.code).toBe('flow_state_not_found')
})

test("a provider's answer works once, and a forged one never", async () => {
  const { client, origin } = await startWithProvider()
  const { data } = await client().signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  const seen: string[] = []
  await followRedirects(data!.url, SITE, origin, (url) => seen.push(url.href))
  const callback = new URL(seen.find((url) => url.includes('/auth/v1/callback?'))!)
  for (const query of [callback.search, '?state=made-up&code=made-up', '']) {
    const url = `${origin}/auth/v1/callback${query}`
    const reply = await fetch(url, { redirect: 'manual' })
    const page = new URL(reply.headers.get('location')!)
    expect(page.origin + page.pathname).toBe(redirectTo)
    expect(page.searchParams.get('error')).toBe('bad_oauth_state')
  }
})

test('a slow sign-in at the provider must begin again', async () => {
  const { client, clock, follow } = await startWithProvider()
  const { data } = await client().signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  clock.ahead = 11 * 60 * 1000
  expect((await follow(data!.url)).searchParams.get('error')).toBe('bad_oauth_state')
})

test('a refusal at the provider is shown on our page', async () => {
  const { client, leave, provider, logged } = await startWithProvider()
  provider.now.person = undefined
  const page = await leave(client())
  expect(page.searchParams.get('error')).toBe('access_denied')
  expect(page.searchParams.get('error_description')).toBe('The sign-in was canceled.')
  logged.splice(0)
})

test('an unreachable provider gives a message and is retried', async () => {
  const { client, enter, follow, provider, origin } = await startWithProvider()
  await provider.stop()
  const { error } = await client().signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  expect(error).toMatchObject({ code: 'provider_unreachable', status: 400 })
  const auth = client()
  const begun = await auth.signInWithOAuth({
    provider: 'local' as never,
    options: { redirectTo, skipBrowserRedirect: true },
  })
  const { pathname, search } = new URL(begun.data.url!)
  expect(new URL(begun.data.url!).origin).toBe(origin)
  const page = await follow(`${SITE}${pathname}${search}`)
  expect(page.searchParams.get('error')).toBe('provider_unreachable')

  await provider.start()
  expect((await enter(client())).error).toBeNull()
})

test("the client's implicit flow is refused with a clear message", async () => {
  const { client, signedIn, follow, origin } = await startWithProvider()
  const refused = { code: 'validation_failed', message: expect.stringContaining('PKCE') }
  const auth = client('implicit')
  const bySso = await auth.signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  expect(bySso.error).toMatchObject(refused)
  const options = { redirectTo, skipBrowserRedirect: true }
  const begun = await auth.signInWithOAuth({ provider: 'local' as never, options })
  const { pathname, search } = new URL(begun.data.url!)
  expect(new URL(begun.data.url!).origin).toBe(origin)
  const page = await follow(`${SITE}${pathname}${search}`)
  expect(page.origin + page.pathname).toBe(redirectTo)
  expect(page.searchParams.get('error')).toBe('validation_failed')
  expect(page.searchParams.get('error_description')).toContain('PKCE')

  const { access_token, refresh_token } = (await (await signedIn()).getSession()).data.session!
  await auth.setSession({ access_token, refresh_token })
  const linked = await auth.linkIdentity({ provider: 'local' as never, options })
  expect(linked.error).toMatchObject(refused)
})

test('a plain challenge is refused', async () => {
  const { send } = await startWithProvider()
  const url = `/auth/v1/authorize?provider=local&redirect_to=${encodeURIComponent(redirectTo)}`
  const plain = `${url}&code_challenge=${'x'.repeat(43)}&code_challenge_method=plain`
  const message = 'code_challenge_method must be s256'
  expect(await send('GET', plain)).toMatchObject({ status: 400, body: { message } })
})
