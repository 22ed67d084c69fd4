import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/make.ts'
import { startService } from '../../../testing/start-service.ts'

const phone = '+12025550123'
const password = 'amber violin quarry'
const NO_PHONE = { code: 'phone_provider_disabled', status: 400 }

test('refuses an anonymous sign-in as GoTrue does', async () => {
  const { client } = await startService()
  const { error } = await client().signInAnonymously()
  expect(error).toMatchObject({
    code: 'anonymous_provider_disabled',
    status: 422,
    message: 'Anonymous sign-ins are disabled',
  })
})

test('refuses every sign-in with a phone as GoTrue does', async () => {
  const { client } = await startService()
  const auth = client()
  const words = async (call: Promise<{ error: unknown }>) => {
    const { error } = await call
    expect(error).toMatchObject(NO_PHONE)
    return (error as Error).message
  }
  expect(await words(auth.signUp({ phone, password }))).toBe('Phone signups are disabled')
  expect(await words(auth.signInWithPassword({ phone, password }))).toBe(
    'Phone logins are disabled',
  )
  expect(await words(auth.signInWithOtp({ phone }))).toBe('Unsupported phone provider')
  expect(await words(auth.resend({ type: 'sms', phone }))).toBe('Phone logins are disabled')
  const verified = auth.verifyOtp({ phone, token: '123456', type: 'sms' })
  expect(await words(verified)).toBe('Unsupported phone provider')
})

test('refuses to keep a phone with an account', async () => {
  const { signedIn, deps, origin, fetch } = await startService()
  const auth = await signedIn()
  const { id } = (await auth.getUser()).data.user!
  expect((await auth.updateUser({ phone, data: { team: 'east' } })).error).toMatchObject(NO_PHONE)
  const { access_token } = (await auth.getSession()).data.session!
  const headers = { authorization: `Bearer ${access_token}` }
  const { admin } = new AuthClient({ url: `${origin}/auth/v1`, fetch, headers })
  const made = await admin.createUser({ email: 'new@example.com', phone })
  expect(made.error).toMatchObject(NO_PHONE)
  const changed = await admin.updateUserById(id, { phone, user_metadata: { team: 'east' } })
  expect(changed.error).toMatchObject(NO_PHONE)
  const proven = await admin.updateUserById(id, { phone_confirm: true })
  expect(proven.error).toMatchObject(NO_PHONE)
  const accounts = await deps.db.selectFrom('admins').select(['email', 'user_metadata']).execute()
  expect(accounts).toEqual([{ email: ADMIN.email, user_metadata: {} }])
})

test('refuses a phone as a second factor as GoTrue does', async () => {
  const { signedIn } = await startService()
  const { error } = await (await signedIn()).mfa.enroll({ factorType: 'phone', phone: '' })
  expect(error?.code).toBe('mfa_phone_enroll_not_enabled')
})
