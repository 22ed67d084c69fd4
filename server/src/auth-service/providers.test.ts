import { expect, onTestFinished, test } from 'vitest'
import { findAdminByEmail } from '../administrators/queries.ts'
import { accountMail } from '../testing/account-mails.ts'
import { ADMIN, anAdmin } from '../testing/make.ts'
import { type Person, startProvider } from '../testing/oidc-provider.ts'
import { bearer, logIn } from '../testing/second-factor.ts'
import { type Client, startService } from '../testing/start-service.ts'
import { travel } from '../testing/travel.ts'

/** @supabase/auth-js, unmodified, over HTTP, with a real OpenID provider on loopback. */

const SITE = 'https://attest.test'
const redirectTo = `${SITE}/sign-in`
const VOUCHED: Person = { sub: 'p1', email: ADMIN.email, email_verified: true }

async function startWithProvider(person: Person | undefined = VOUCHED, settings = {}) {
  const provider = await startProvider(`${SITE}/auth/v1/callback`)
  onTestFinished(provider.stop)
  provider.now.person = person
  const service = await startService({ ...provider.settings, ...settings })
  const follow = (url: string) => travel(url, SITE, service.origin)
  /** Goes to the provider and comes back, as far as our page. */
  const leave = async (client: Client) => {
    const { data, error } = await client.signInWithSSO({
      domain: 'example.com',
      options: { redirectTo },
    })
    if (error) throw error
    return follow(data.url)
  }
  const enter = async (client: Client) => {
    const page = await leave(client)
    return client.exchangeCodeForSession(page.searchParams.get('code') ?? '')
  }
  return { ...service, provider, follow, leave, enter }
}

test('who the provider vouches for signs in to the account with that address', async () => {
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

test('the next time the account is known by the provider’s own name for the person', async () => {
  const { client, enter, provider } = await startWithProvider()
  const first = await enter(client())
  provider.now.person = { sub: 'p1', email: 'renamed@example.com', email_verified: false }
  expect((await enter(client())).data.user?.id).toBe(first.data.user?.id)
})

test('two tabs that come back at once for the first time are both let in', async () => {
  const { client, enter } = await startWithProvider()
  const tabs = await Promise.all(Array.from({ length: 6 }, () => enter(client())))
  expect(tabs.map(({ error }) => error)).toEqual(tabs.map(() => null))
})

test('a provider is found by its name too, and by a redirect of the browser', async () => {
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
])('an account of the provider with %s opens nothing', async (_, person) => {
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

test('an account made with an address that was never confirmed is no way in for its maker', async () => {
  const { client, leave, deps } = await startWithProvider()
  const { id } = await anAdmin(deps)
  await deps.db
    .updateTable('admins')
    .set({ email_confirmed_at: null })
    .where('id', '=', id)
    .execute()
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
})

test('an open invitation is accepted by a sign-in the provider vouches for, one that has run out is not', async () => {
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

test('where signing up is open a stranger gets an account that waits to be let in', async () => {
  const person = { ...VOUCHED, email: 'new@example.com' }
  const { client, enter } = await startWithProvider(person, { ALLOW_SIGNUP: 'on' })
  expect((await enter(client())).data.user).toMatchObject({
    email: 'new@example.com',
    role: 'member',
  })
})

test('a banned account does not come in by a provider', async () => {
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

test('the answer of the provider counts once, and a made-up one never', async () => {
  const { client, origin } = await startWithProvider()
  const { data } = await client().signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  const seen: string[] = []
  await travel(data!.url, SITE, origin, (url) => seen.push(url.href))
  const callback = new URL(seen.find((url) => url.includes('/auth/v1/callback?'))!)
  for (const query of [callback.search, '?state=made-up&code=made-up', '']) {
    const url = `${origin}/auth/v1/callback${query}`
    const reply = await fetch(url, { redirect: 'manual' })
    const page = new URL(reply.headers.get('location')!)
    expect(page.origin + page.pathname).toBe(redirectTo)
    expect(page.searchParams.get('error')).toBe('bad_oauth_state')
  }
})

test('who takes too long at the provider begins again', async () => {
  const { client, clock, follow } = await startWithProvider()
  const { data } = await client().signInWithSSO({ domain: 'example.com', options: { redirectTo } })
  clock.ahead = 11 * 60 * 1000
  expect((await follow(data!.url)).searchParams.get('error')).toBe('bad_oauth_state')
})

test('who says no at the provider is told so on our page', async () => {
  const { client, leave, provider, logged } = await startWithProvider()
  provider.now.person = undefined
  const page = await leave(client())
  expect(page.searchParams.get('error')).toBe('access_denied')
  expect(page.searchParams.get('error_description')).toBe('The sign-in was cancelled.')
  logged.splice(0)
})

test('a provider that is down is told in words, and tried again when it is back', async () => {
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

test.each([
  'https://evil.example/sign-in',
  '//evil.example',
  'https://attest.test.evil.example/',
  'https://attest.test@evil.example/',
  'https://evil.example@attest.test/',
  'http://attest.test/sign-in',
  'https://attest.test:8443/',
  'javascript:alert(1)',
  '/\\evil.example',
  '/sign-in',
  '',
])('nobody is sent on to a foreign address: %s', async (foreign) => {
  const { client, origin } = await startWithProvider()
  const { error } = await client().signInWithSSO({
    providerId: 'local',
    options: { redirectTo: foreign },
  })
  expect(error?.code).toBe('redirect_not_allowed')
  const query = new URLSearchParams({
    provider: 'local',
    redirect_to: foreign,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 's256',
  })
  const reply = await fetch(`${origin}/auth/v1/authorize?${query}`, { redirect: 'manual' })
  expect(reply.status).toBe(400)
  expect(reply.headers.get('location')).toBeNull()
})

test('without a challenge nothing begins: whoever saw the return address could sign in', async () => {
  const { send } = await startWithProvider()
  const url = `/auth/v1/authorize?provider=local&redirect_to=${encodeURIComponent(redirectTo)}`
  expect(await send('GET', url)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  const plain = `${url}&code_challenge=${'x'.repeat(43)}&code_challenge_method=plain`
  expect((await send('GET', plain)).status).toBe(400)
})

test('an account of the provider is linked and unlinked, and belongs to one admin', async () => {
  const person = { sub: 'private', email: 'private@elsewhere.example', email_verified: true }
  const service = await startWithProvider(person)
  const { client, signedIn, deps, follow, leave } = service
  const auth = await signedIn()
  const link = async (by: Client) => {
    const options = { redirectTo: `${SITE}/account` }
    const { data, error } = await by.linkIdentity({ provider: 'local' as never, options })
    if (error) throw error
    const back = await follow(data.url!)
    return by.exchangeCodeForSession(back.searchParams.get('code')!)
  }
  expect((await link(auth)).error).toBeNull()
  const { identities } = (await auth.getUserIdentities()).data!
  const linked = identities.find(({ provider }) => provider === 'local')!
  expect(linked.identity_data?.email).toBe(person.email)

  const other = { email: 'other@example.com', password: ADMIN.password }
  await anAdmin(deps, other)
  const taken = await link(await signedIn(other))
  expect(taken.error?.code).toBe('identity_already_exists')

  const told = await accountMail(service, ADMIN.email, 'Single sign-on was linked')
  expect((await auth.unlinkIdentity(linked)).error).toBeNull()
  const untold = await accountMail(service, ADMIN.email, 'Single sign-on was unlinked')
  for (const { text } of [told, untold]) expect(text).toContain(service.config.OIDC[0]!.label)
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
})

test('a linking counts only in the session that began it: nobody is lured into one', async () => {
  const person = { sub: 'private', email: 'private@elsewhere.example', email_verified: true }
  const app = await startWithProvider(person)
  const other = { email: 'other@example.com', password: ADMIN.password }
  await anAdmin(app.deps, other)
  const [own, foreign] = [await logIn(app), await logIn(app, other)]
  const begin = async () => {
    const { body } = await app.send('POST', '/api/account/identities', {
      ...bearer(own),
      payload: { provider: 'local', return_to: '/account' },
    })
    return (await app.follow(body.url)).searchParams.get('code')
  }
  const complete = (token: string, code: string | null) =>
    app.send('POST', '/api/account/identities/complete', { ...bearer(token), payload: { code } })
  const linked = async () => (await app.send('GET', '/api/account', bearer(own))).body.identities

  const lured = await begin()
  expect(await linked()).toEqual([])
  expect((await complete(foreign, lured)).body.code).toBe('flow_state_not_found')
  expect((await complete(own, lured)).body.code).toBe('flow_state_not_found')
  expect(await linked()).toEqual([])
  expect((await complete(own, await begin())).status).toBe(200)
  expect(await linked()).toHaveLength(1)
})

test('the only way to sign in is not unlinked; linking wants a fresh proof of who is there', async () => {
  const { client, enter, signedIn, deps, clock } = await startWithProvider()
  const auth = client()
  await enter(auth)
  await deps.db.updateTable('admins').set({ password_hash: null }).execute()
  const [only] = (await auth.getUserIdentities()).data!.identities
  expect((await auth.unlinkIdentity(only!)).error?.code).toBe('single_identity_not_deletable')

  await deps.db.deleteFrom('admins').execute()
  await anAdmin(deps)
  const stale = await signedIn()
  clock.ahead = 11 * 60 * 1000
  const { error } = await stale.linkIdentity({ provider: 'local' as never })
  expect(error?.code).toBe('reauthentication_needed')
})
