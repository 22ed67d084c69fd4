import { expect, test } from 'vitest'
import { ADMIN, aToken } from '../../../testing/make.ts'
import { startService } from '../../../testing/start-service.ts'
import { findAdminByEmail } from '../identity/administrators/queries.ts'

const MINUTE = 60 * 1000
const NEWCOMER = { email: 'new@example.com', password: 'amber violin quarry' }

test('signing up is closed unless a setting opens it', async () => {
  const { client, deps } = await startService()
  expect((await client().signUp(NEWCOMER)).error?.code).toBe('signup_disabled')
  expect(await findAdminByEmail(deps.db, NEWCOMER.email)).toBeUndefined()
})

test('a confirmed sign-up may do nothing until it is approved', async () => {
  const { client, mailsTo, fetch, origin } = await startService({ ALLOW_SIGNUP: 'on' })
  const auth = client()
  const { data } = await auth.signUp({ ...NEWCOMER, options: { data: { name: 'Ida' } } })
  expect(data).toMatchObject({ session: null, user: { email: NEWCOMER.email, role: 'member' } })
  const early = await client().signInWithPassword(NEWCOMER)
  expect(early.error?.code).toBe('email_not_confirmed')

  const [mail] = await mailsTo(NEWCOMER.email)
  const verified = await auth.verifyOtp({
    email: NEWCOMER.email,
    token: mail!.digits,
    type: 'signup',
  })
  expect(verified.data.user).toMatchObject({ id: data.user?.id, user_metadata: { name: 'Ida' } })
  const headers = { authorization: `Bearer ${verified.data.session?.access_token}` }
  const clients = await fetch(`${origin}/api/admin/users`, { headers })
  expect({ status: clients.status, ...((await clients.json()) as object) }).toMatchObject({
    status: 403,
    code: 'not_admin',
  })
})

test('signing up with a known address only reveals it to the owner', async () => {
  const { client, mailsTo, deps } = await startService({ ALLOW_SIGNUP: 'on' })
  const before = await findAdminByEmail(deps.db, ADMIN.email)
  const fresh = await client().signUp(NEWCOMER)
  const taken = await client().signUp({ ...NEWCOMER, email: ADMIN.email })
  const shape = (answer: typeof fresh) => ({
    error: answer.error,
    session: answer.data.session,
    fields: Object.keys(answer.data.user ?? {}),
    identities: answer.data.user?.identities?.length,
  })
  expect(shape(taken)).toEqual(shape(fresh))
  expect(taken.data.user).toMatchObject({ role: 'member', email_confirmed_at: null })
  expect(taken.data.user?.id).not.toBe(before?.id)
  expect(await findAdminByEmail(deps.db, ADMIN.email)).toEqual(before)
  expect((await mailsTo(ADMIN.email))[0]?.subject).toContain('already have an account')
})

test('a sign-up with a foreign address does not share the account', async () => {
  const { client, mailsTo } = await startService({ ALLOW_SIGNUP: 'on' })
  const trap = { ...NEWCOMER, password: 'quarry lantern moss' }
  await client().signUp(trap)
  const [trapMail] = await mailsTo(NEWCOMER.email)
  await client().signUp(NEWCOMER)
  const [mail] = await mailsTo(NEWCOMER.email)
  const open = (token_hash: string) => client().verifyOtp({ token_hash, type: 'signup' })
  expect((await open(trapMail!.token)).error?.code).toBe('otp_expired')
  expect((await open(mail!.token)).error).toBeNull()
  expect((await client().signInWithPassword(trap)).error?.code).toBe('invalid_credentials')
  expect((await client().signInWithPassword(NEWCOMER)).error).toBeNull()
})

test('only a confirmed address can be approved', async () => {
  const { client, api, send, deps, mailsTo } = await startService({ ALLOW_SIGNUP: 'on' })
  await client().signUp(NEWCOMER)
  const { id } = (await findAdminByEmail(deps.db, NEWCOMER.email))!
  await deps.db.updateTable('sessions').set({ confirmed_at: deps.now().toISOString() }).execute()
  const approve = `/api/administrators/${id}/approve`
  expect((await api.post(approve)).body.code).toBe('email_not_confirmed')
  const asAdmin = { payload: { role: 'admin' } }
  const set = await send('PUT', `/auth/v1/admin/users/${id}`, asAdmin)
  expect(set.body.code).toBe('email_not_confirmed')

  const [mail] = await mailsTo(NEWCOMER.email)
  await client().verifyOtp({ token_hash: mail!.token, type: 'signup' })
  expect((await api.post(approve)).body.state).toBe('active')
})

test('the mail of a sign-up can be sent again', async () => {
  const { client, mailsTo } = await startService({ ALLOW_SIGNUP: 'on' })
  await client().signUp(NEWCOMER)
  await client().resend({ type: 'signup', email: NEWCOMER.email })
  const mails = await mailsTo(NEWCOMER.email)
  expect(mails).toHaveLength(2)
  const { error } = await client().verifyOtp({ token_hash: mails[0]!.token, type: 'signup' })
  expect(error).toBeNull()
})

test('a weak password is refused with its reason', async () => {
  const { signedIn } = await startService()
  const auth = await signedIn()
  const short = await auth.updateUser({ password: 'short' })
  expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  const known = await auth.updateUser({ password: 'password123' })
  expect(known.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] })
})

test('a new password needs a fresh sign-in or a mailed code', async () => {
  const { signedIn, clock, mailsTo } = await startService()
  const auth = await signedIn()
  clock.ahead = 11 * MINUTE
  const password = 'amber violin quarry'
  expect((await auth.updateUser({ password })).error?.code).toBe('reauthentication_needed')

  expect((await auth.reauthenticate()).error).toBeNull()
  const [{ digits } = { digits: '' }] = await mailsTo(ADMIN.email)
  const wrong = digits === '000000' ? '111111' : '000000'
  const weak = await auth.updateUser({ password: 'password123', nonce: digits })
  expect(weak.error?.name).toBe('AuthWeakPasswordError')
  const guessed = await auth.updateUser({ password, nonce: wrong })
  expect(guessed.error?.code).toBe('reauthentication_not_valid')
  expect((await auth.updateUser({ password, nonce: digits })).error).toBeNull()
  await signedIn({ ...ADMIN, password })
  const again = await auth.updateUser({ password: 'basalt fern organ', nonce: digits })
  expect(again.error?.code).toBe('reauthentication_not_valid')
})

test('the present password proves the owner too', async () => {
  const { signedIn, clock } = await startService()
  const auth = await signedIn()
  clock.ahead = 11 * MINUTE
  const password = 'amber violin quarry'
  const wrong = await auth.updateUser({ password, current_password: 'not this one' })
  expect(wrong.error?.code).toBe('wrong_password')
  const { error } = await auth.updateUser({ password, current_password: ADMIN.password })
  expect(error).toBeNull()
})

test('a new address counts once confirmed, and the old one is informed', async () => {
  const { signedIn, client, mailsTo } = await startService()
  const auth = await signedIn()
  const { data } = await auth.updateUser({ email: 'chief@example.com' })
  expect(data.user).toMatchObject({ email: ADMIN.email, new_email: 'chief@example.com' })
  expect((await mailsTo(ADMIN.email))[0]?.text).toContain('chief@example.com')

  await client().resend({ type: 'email_change', email: ADMIN.email })
  expect(await mailsTo(ADMIN.email)).toHaveLength(1)
  const mails = await mailsTo('chief@example.com')
  expect(mails).toHaveLength(2)
  const { digits } = mails[0]!
  const verified = await client().verifyOtp({
    email: 'chief@example.com',
    token: digits,
    type: 'email_change',
  })
  expect(verified.data.user).toMatchObject({ email: 'chief@example.com', new_email: null })
  await signedIn({ ...ADMIN, email: 'chief@example.com' })
})

test("after a change of address the old one's mails open nothing", async () => {
  const { signedIn, client, mailsTo } = await startService()
  await client().resetPasswordForEmail(ADMIN.email)
  const [old] = await mailsTo(ADMIN.email)
  await (await signedIn()).updateUser({ email: 'chief@example.com' })
  const [change] = await mailsTo('chief@example.com')
  await client().verifyOtp({ token_hash: change!.token, type: 'email_change' })
  const { error } = await client().verifyOtp({ token_hash: old!.token, type: 'recovery' })
  expect(error?.code).toBe('otp_expired')
})

test('a known address, and an address with a password, are refused', async () => {
  const { signedIn, deps } = await startService()
  await aToken(deps, { email: 'other@example.com', password: 'amber violin quarry' })
  const auth = await signedIn()
  expect((await auth.updateUser({ email: 'other@example.com' })).error?.code).toBe('email_exists')
  const both = await auth.updateUser({ email: 'x@example.com', password: 'amber violin quarry' })
  expect(both.error?.code).toBe('validation_failed')
  await signedIn()
})

test('metadata of an account is merged', async () => {
  const { signedIn } = await startService()
  const auth = await signedIn()
  await auth.updateUser({ data: { name: 'Ida', theme: 'dark' } })
  const { data } = await auth.updateUser({ data: { theme: 'light' } })
  expect(data.user?.user_metadata).toEqual({ name: 'Ida', theme: 'light' })
})
