// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail } from '../../../testing/account-mails.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import type { Client } from '../../../testing/start-service.ts'
import { SITE, startWithProvider } from '../../../testing/start-with-provider.ts'

test("a provider's account is linked and unlinked, and has one owner", async () => {
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

  const notice = await accountMail(service, ADMIN.email, 'Single sign-on was linked')
  expect((await auth.unlinkIdentity(linked)).error).toBeNull()
  const unlinkNotice = await accountMail(service, ADMIN.email, 'Single sign-on was unlinked')
  for (const { text } of [notice, unlinkNotice])
    expect(text).toContain(service.config.OIDC[0]!.label)
  expect((await leave(client())).searchParams.get('error')).toBe('signup_disabled')
})

test('a linking counts only in the session that began it', async () => {
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

test('the only way to sign in stays, and linking needs a fresh proof', async () => {
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
