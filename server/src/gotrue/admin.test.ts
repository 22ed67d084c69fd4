import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { enrolApp } from '../../../testing/enrol.ts'
import { ADMIN, anAdmin, aToken } from '../../../testing/make.ts'
import { type Service, startService } from '../../../testing/start-service.ts'
import { addAdmin, findAdminByEmail } from '../identity/administrators/queries.ts'
import { listEntries } from '../identity/security-log/queries.ts'

const CLERK = { email: 'clerk@example.com', password: 'amber violin quarry' }
const MINUTE = 60 * 1000

/** Calls as the holder of `token`; by default a freshly confirmed administrator. */
async function adminApi(service: Service, token?: string) {
  const bearer = token ?? (await (await service.signedIn()).getSession()).data.session?.access_token
  const headers = { authorization: `Bearer ${bearer}` }
  const { origin, fetch } = service
  return new AuthClient({ url: `${origin}/auth/v1`, fetch, headers, persistSession: false }).admin
}

const eventsOf = async ({ deps }: Service) =>
  (await listEntries(deps.db, { search: '', event: '', page: 1, limit: 100 })).rows
    .map(({ event, detail }) => `${event} ${detail ?? ''}`.trim())
    .reverse()

test('accounts are made, listed, read, changed and removed, and logged', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const made = await admin.createUser({
    ...CLERK,
    email_confirm: true,
    role: 'admin',
    user_metadata: { name: 'Ida' },
  })
  expect(made.data.user).toMatchObject({ email: CLERK.email, role: 'admin' })
  const id = made.data.user!.id
  await service.signedIn(CLERK)

  const { data } = await admin.listUsers()
  expect(data.users.map(({ email }) => email)).toEqual([ADMIN.email, CLERK.email])
  expect((await admin.getUserById(id)).data.user?.user_metadata).toEqual({ name: 'Ida' })
  const changed = await admin.updateUserById(id, {
    email: 'secretary@example.com',
    app_metadata: { office: 'Boston' },
  })
  expect(changed.data.user).toMatchObject({ email: 'secretary@example.com' })
  expect(changed.data.user?.app_metadata).toMatchObject({ office: 'Boston' })
  expect((await service.mailsTo(CLERK.email))[0]?.text).toContain('secretary@example.com')
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  expect((await eventsOf(service)).filter((event) => !event.startsWith('signed-in'))).toEqual([
    'admin-added clerk@example.com: admin',
    'email-changed clerk@example.com: secretary@example.com',
    'account-changed clerk@example.com: metadata',
    'admin-removed secretary@example.com',
  ])
})

test('an account without role or confirmed address may do nothing', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const { data } = await admin.createUser({ ...CLERK })
  expect(data.user).toMatchObject({ role: 'member', email_confirmed_at: null })
  const { error } = await service.client().signInWithPassword(CLERK)
  expect(error?.code).toBe('email_not_confirmed')
})

test('a ban ends the sessions at once and expires by itself', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const { id } = await anAdmin(service.deps, CLERK)
  const clerk = await service.signedIn(CLERK)
  expect((await admin.updateUserById(id, { ban_duration: '24h' })).error).toBeNull()
  expect((await clerk.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await service.client().signInWithPassword(CLERK)).error?.code).toBe('user_banned')
  service.clock.ahead = 24 * 60 * MINUTE + 1000
  await service.signedIn(CLERK)
})

test('a ban is lifted', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const { id } = await anAdmin(service.deps, CLERK)
  await admin.updateUserById(id, { ban_duration: '876000h' })
  expect((await service.client().signInWithPassword(CLERK)).error?.code).toBe('user_banned')
  expect((await admin.updateUserById(id, { ban_duration: 'none' })).error).toBeNull()
  await service.signedIn(CLERK)
  const nonsense = await admin.updateUserById(id, { ban_duration: 'a while' })
  expect(nonsense.error?.code).toBe('validation_failed')
})

test('a password set by an administrator ends sessions and is reported', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const { id } = await anAdmin(service.deps, CLERK)
  const clerk = await service.signedIn(CLERK)
  await admin.updateUserById(id, { password: 'basalt fern organ' })
  expect((await clerk.getUser()).error?.name).toBe('AuthSessionMissingError')
  await service.signedIn({ ...CLERK, password: 'basalt fern organ' })
  expect((await service.mailsTo(CLERK.email))[0]?.subject).toContain('password was changed')
  const weak = await admin.updateUserById(id, { password: 'short' })
  expect(weak.error?.name).toBe('AuthWeakPasswordError')
})

test('administrators cannot bypass the rules for their own account', async () => {
  const service = await startService()
  const { id } = await anAdmin(service.deps)
  const admin = await adminApi(service)
  for (const change of [{ email: 'chief@example.com' }, { password: 'basalt fern organ' }]) {
    const { error } = await admin.updateUserById(id, change)
    expect(error).toMatchObject({ code: 'yourself', message: expect.stringContaining('PUT /user') })
  }
  const same = { email: ADMIN.email, user_metadata: { name: 'Ida' } }
  expect((await admin.updateUserById(id, same)).data.user?.user_metadata).toEqual({ name: 'Ida' })
  await service.signedIn()
})

test('nobody removes themselves or the last active administrator', async () => {
  const service = await startService()
  const { id } = await anAdmin(service.deps)
  const admin = await adminApi(service)
  for (const { error } of [
    await admin.deleteUser(id),
    await admin.updateUserById(id, { ban_duration: '1h' }),
    await admin.updateUserById(id, { role: 'member' }),
  ])
    expect(error?.code).toBe('yourself')

  const { id: clerkId } = await anAdmin(service.deps, CLERK)
  const byClerk = await adminApi(service, await freshToken(service, CLERK))
  await service.deps.db
    .updateTable('admins')
    .set({ email_confirmed_at: null })
    .where('id', '=', clerkId)
    .execute()
  expect((await byClerk.deleteUser(id)).error?.code).toBe('last_admin')
})

async function freshToken(service: Service, who: typeof ADMIN): Promise<string> {
  const { data } = await (await service.signedIn(who)).getSession()
  return data.session!.access_token
}

test('requires both steps and a proof for admin calls', async () => {
  const service = await startService()
  const email_confirmed_at = new Date().toISOString()
  const member = (await addAdmin(service.deps.db, {
    email: 'member@example.com',
    role: 'member',
    email_confirmed_at,
  }))!
  const password_hash = (await anAdmin(service.deps)).password_hash
  await service.deps.db
    .updateTable('admins')
    .set({ password_hash })
    .where('id', '=', member.id)
    .execute()
  const asMember = await adminApi(
    service,
    await freshToken(service, { ...ADMIN, email: 'member@example.com' }),
  )
  expect((await asMember.listUsers()).error?.code).toBe('not_admin')

  const stale = await adminApi(service, await aToken(service.deps))
  expect((await stale.listUsers()).error).toBeNull()
  expect((await stale.createUser(CLERK)).error?.code).toBe('reauthentication_needed')
  expect((await stale.inviteUserByEmail(CLERK.email)).error?.code).toBe('reauthentication_needed')
  expect((await stale.deleteUser(member.id)).error?.code).toBe('reauthentication_needed')

  await enrolApp(await service.signedIn(), service.deps.now)
  const halfWay = await adminApi(service)
  expect((await halfWay.listUsers()).error?.code).toBe('insufficient_aal')
})

test('an invitation is mailed, and a known address is refused', async () => {
  const service = await startService()
  const admin = await adminApi(service)
  const { data } = await admin.inviteUserByEmail(CLERK.email, { data: { name: 'Ida' } })
  expect(data.user).toMatchObject({ role: 'admin', user_metadata: { name: 'Ida' } })
  expect((await service.mailsTo(CLERK.email))[0]?.token).toHaveLength(43)
  expect((await admin.inviteUserByEmail(CLERK.email)).error?.code).toBe('email_exists')
})

test("removing a colleague's factor ends their sessions and is reported", async () => {
  const service = await startService()
  await anAdmin(service.deps, CLERK)
  const clerk = await service.signedIn(CLERK)
  const { factorId } = await enrolApp(clerk, service.deps.now)
  const { id: userId } = (await findAdminByEmail(service.deps.db, CLERK.email))!
  const { mfa } = await adminApi(service)
  expect((await mfa.listFactors({ userId })).data?.factors).toMatchObject([
    { id: factorId, factor_type: 'totp', status: 'verified' },
  ])
  expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
  expect((await mfa.listFactors({ userId })).data?.factors).toEqual([])
  expect((await clerk.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await service.mailsTo(CLERK.email))[0]?.text).toContain(ADMIN.email)
})

test('removing one of two factors says so; an unproven one is silent', async () => {
  const service = await startService()
  const { id: userId } = await anAdmin(service.deps, CLERK)
  const clerk = await service.signedIn(CLERK)
  const factors = [await enrolApp(clerk, service.deps.now), await enrolApp(clerk, service.deps.now)]
  const begun = await clerk.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
  const before = (await service.mailsTo(CLERK.email)).length
  const { mfa } = await adminApi(service)
  const remove = async (id: string) => {
    expect((await mfa.deleteFactor({ userId, id })).error).toBeNull()
    const mails = await service.mailsTo(CLERK.email)
    return mails.slice(0, mails.length - before).map(({ subject }) => subject.split(' · ')[0])
  }
  expect(await remove(begun.data!.id)).toEqual([])
  expect((await clerk.getUser()).error).toBeNull()
  const one = 'A second factor was removed'
  expect(await remove(factors[0]!.factorId)).toEqual([one])
  expect((await clerk.getUser()).error?.name).toBe('AuthSessionMissingError')
  const all = 'Two-factor authentication was switched off'
  expect(await remove(factors[1]!.factorId)).toEqual([all, one])
})

test('the list comes in pages', async () => {
  const service = await startService()
  for (let n = 1; n <= 4; n++)
    await addAdmin(service.deps.db, { email: `a${n}@example.com`, created_at: `209${n}-01-01` })
  const admin = await adminApi(service)
  const { data } = await admin.listUsers({ page: 2, perPage: 2 })
  expect(data.users.map(({ email }) => email)).toEqual(['a2@example.com', 'a3@example.com'])
  expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3 })
  expect((await admin.listUsers({ page: 4, perPage: 2 })).data.users).toEqual([])
})
