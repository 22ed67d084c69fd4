import { expect, test } from 'vitest'
import { ADMIN, aToken } from '../../../testing/make.ts'
import { type Service, startService } from '../../../testing/start-service.ts'
import { addAdmin, findAdminByEmail } from '../identity/administrators/queries.ts'

/** Drives the unmodified @supabase/auth-js over HTTP, with codes from the written mails. */

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

async function newestMail({ mailsTo }: Service, address = ADMIN.email) {
  const [mail] = await mailsTo(address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

test('a mailed code signs in, once', async () => {
  const service = await startService()
  const auth = service.client()
  expect((await auth.signInWithOtp({ email: ADMIN.email })).error).toBeNull()
  const { digits } = await newestMail(service)
  const wanted = { email: ADMIN.email, token: digits, type: 'email' as const }
  expect((await auth.verifyOtp(wanted)).data.user?.email).toBe(ADMIN.email)
  expect((await service.client().verifyOtp(wanted)).error?.code).toBe('otp_expired')
})

test('the link of the mail signs in once and voids the code', async () => {
  const service = await startService()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token, digits } = await newestMail(service)
  const link = { token_hash: token, type: 'magiclink' as const }
  expect((await service.client().verifyOtp(link)).data.session).not.toBeNull()
  expect((await service.client().verifyOtp(link)).error?.code).toBe('otp_expired')
  const code = { email: ADMIN.email, token: digits, type: 'magiclink' as const }
  expect((await service.client().verifyOtp(code)).error?.code).toBe('otp_expired')
})

test('an expired code and one of another kind are refused', async () => {
  const service = await startService()
  await service.client().resetPasswordForEmail(ADMIN.email)
  const { token, digits } = await newestMail(service)
  const otherKind = { token_hash: token, type: 'magiclink' as const }
  expect((await service.client().verifyOtp(otherKind)).error?.code).toBe('otp_expired')
  service.clock.ahead = HOUR + 1000
  for (const late of [
    { token_hash: token, type: 'recovery' as const },
    { email: ADMIN.email, token: digits, type: 'recovery' as const },
  ])
    expect((await service.client().verifyOtp(late)).error?.code).toBe('otp_expired')
})

test('asking for a code makes no account and reveals nothing', async () => {
  const service = await startService({ ALLOW_SIGNUP: 'on' })
  const { client, deps, mailsTo } = service
  const known = await client().signInWithOtp({ email: ADMIN.email })
  const unknown = await client().signInWithOtp({ email: 'nobody@example.com' })
  expect(unknown).toEqual(known)
  expect(await mailsTo('nobody@example.com')).toEqual([])
  expect(await findAdminByEmail(deps.db, 'nobody@example.com')).toBeUndefined()
  const recovery = await client().resetPasswordForEmail('nobody@example.com')
  expect(recovery).toEqual(await client().resetPasswordForEmail(ADMIN.email))
})

test('the fourth mail to an address must wait, known or not', async () => {
  const { client } = await startService()
  for (const email of [ADMIN.email, 'nobody@example.com']) {
    for (let n = 0; n < 4; n++) await client().resetPasswordForEmail(email)
    const { error } = await client().resetPasswordForEmail(email)
    expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
  }
})

test('wrong codes cause pauses, also for the right one', async () => {
  const service = await startService()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { digits } = await newestMail(service)
  const attempt = (token: string) =>
    service.client().verifyOtp({ email: ADMIN.email, token, type: 'email' })
  const wrong = digits === '000000' ? '111111' : '000000'
  for (let n = 0; n < 5; n++) expect((await attempt(wrong)).error?.code).toBe('otp_expired')
  expect((await attempt(digits)).error?.code).toBe('over_request_rate_limit')
  service.clock.ahead = 14 * MINUTE
  expect((await attempt(digits)).error).toBeNull()
})

test('digits last a quarter of an hour, their link longer', async () => {
  const service = await startService()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token, digits, text } = await newestMail(service)
  expect(text).toContain('The link works for an hour. The code works for 15 minutes')
  service.clock.ahead = 15 * MINUTE + 1000
  const late = { email: ADMIN.email, token: digits, type: 'email' as const }
  expect((await service.client().verifyOtp(late)).error?.code).toBe('otp_expired')
  const link = { token_hash: token, type: 'magiclink' as const }
  expect((await service.client().verifyOtp(link)).error).toBeNull()
})

test("only the newest mail's digits work, but every mail's link", async () => {
  const service = await startService()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const first = await newestMail(service)
  await service.client().signInWithOtp({ email: ADMIN.email })
  const second = (await service.mailsTo(ADMIN.email)).find(({ token }) => token !== first.token)!
  const give = ({ digits }: { digits: string }) =>
    service.client().verifyOtp({ email: ADMIN.email, token: digits, type: 'email' })
  expect((await give(first)).error?.code).toBe('otp_expired')
  const link = { token_hash: first.token, type: 'magiclink' as const }
  expect((await service.client().verifyOtp(link)).error).toBeNull()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const third = (await service.mailsTo(ADMIN.email)).find(
    ({ token }) => token !== first.token && token !== second.token,
  )!
  expect((await give(third)).error).toBeNull()
})

test('ten wrong tries void the digits but not the link', async () => {
  const service = await startService()
  await service.signedIn()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token, digits } = await newestMail(service)
  const wrong = digits === '000000' ? '111111' : '000000'
  const give = (remoteAddress: string, code: object) =>
    service.send('POST', '/auth/v1/verify', {
      payload: { type: 'email', ...code },
      headers: { authorization: '' },
      remoteAddress,
    })
  for (let tried = 0; tried < 10; ) {
    const { status, headers } = await give('203.0.113.9', { email: ADMIN.email, token: wrong })
    if (status === 429) service.clock.ahead += Number(headers['retry-after']) * 1000
    else tried++
  }
  expect(service.clock.ahead).toBeLessThan(15 * MINUTE)
  await service.deps.accountMail.idle()
  expect((await give('127.0.0.1', { email: ADMIN.email, token: digits })).status).toBe(403)
  expect((await give('127.0.0.1', { token_hash: token })).status).toBe(200)
})

test("tries elsewhere do not delay the owner's code", async () => {
  const service = await startService()
  await service.signedIn()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token, digits: first } = await newestMail(service)
  const wrong = first === '000000' ? '111111' : '000000'
  const give = (remoteAddress: string, code: object) =>
    service.send('POST', '/auth/v1/verify', {
      payload: { type: 'email', ...code },
      headers: { authorization: '' },
      remoteAddress,
    })
  let longest = 0
  for (const start = service.clock.ahead; service.clock.ahead < start + 50 * MINUTE; ) {
    const { status, headers } = await give('203.0.113.9', { email: ADMIN.email, token: wrong })
    if (status !== 429) continue
    longest = Math.max(longest, Number(headers['retry-after']))
    service.clock.ahead += Number(headers['retry-after']) * 1000
  }
  await give('203.0.113.9', { email: ADMIN.email, token: wrong })
  expect(longest).toBe(15 * 60)
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { digits } = await newestMail(service)
  const right = { email: ADMIN.email, token: digits }
  expect((await give('203.0.113.77', right)).status).toBe(429)
  expect((await give('127.0.0.1', right)).status).toBe(200)

  service.clock.ahead += 15 * MINUTE
  await service.client().signInWithOtp({ email: ADMIN.email })
  const next = await newestMail(service)
  for (let n = 0; n < 6; n++) await give('203.0.113.9', { email: ADMIN.email, token: wrong })
  const held = await give('203.0.113.77', { email: ADMIN.email, token: next.digits })
  expect(held.status).toBe(429)
  expect((await give('203.0.113.77', { token_hash: next.token })).status).toBe(200)
  expect(next.token).not.toBe(token)
})

test('a mailed code sets a password and ends every other session', async () => {
  const service = await startService()
  const elsewhere = await service.signedIn()
  const auth = service.client()
  await auth.resetPasswordForEmail(ADMIN.email)
  const { token } = await newestMail(service)
  const { data } = await auth.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(data.session).not.toBeNull()
  const password = 'amber violin quarry'
  expect((await auth.updateUser({ password })).error).toBeNull()
  expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
  await service.signedIn({ ...ADMIN, password })
  expect((await service.client().signInWithPassword(ADMIN)).error?.code).toBe('invalid_credentials')
})

test('an invitation is accepted by its mail, then a password is set', async () => {
  const service = await startService()
  const admin = await service.signedIn()
  const { data: session } = await admin.getSession()
  const headers = { authorization: `Bearer ${session.session?.access_token}` }
  await service.fetch(`${service.origin}/auth/v1/invite`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'new@example.com' }),
  })
  const { token } = await newestMail(service, 'new@example.com')
  const auth = service.client()
  const { data } = await auth.verifyOtp({ token_hash: token, type: 'invite' })
  expect(data.user).toMatchObject({ email: 'new@example.com', role: 'admin' })
  expect((await auth.updateUser({ password: 'amber violin quarry' })).error).toBeNull()
  await service.signedIn({ email: 'new@example.com', password: 'amber violin quarry' })
})

test('another mail does not reopen an expired invitation', async () => {
  const { deps, client, mailsTo } = await startService()
  const invited = { email: 'new@example.com', invited_at: '2020-01-01T00:00:00.000Z' }
  await addAdmin(deps.db, invited)
  await client().resend({ type: 'signup', email: 'new@example.com' })
  expect(await mailsTo('new@example.com')).toEqual([])
})

test('rejects the code of a banned account and mails it nothing', async () => {
  const service = await startService()
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token } = await newestMail(service)
  const banned_until = '9999-12-31T00:00:00.000Z'
  await service.deps.db.updateTable('admins').set({ banned_until }).execute()
  const { error } = await service.client().verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(error?.code).toBe('user_banned')
  await service.client().resetPasswordForEmail(ADMIN.email)
  expect(await service.mailsTo(ADMIN.email)).toHaveLength(1)
})

test('a link opens a session of its own', async () => {
  const service = await startService()
  const fixed = await aToken(service.deps)
  await service.client().signInWithOtp({ email: ADMIN.email })
  const { token } = await newestMail(service)
  const auth = service.client()
  const headers = { authorization: `Bearer ${fixed}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ token_hash: token, type: 'magiclink', session_id: 'chosen' })
  const url = `${service.origin}/auth/v1/verify`
  const answer = await service.fetch(url, { method: 'POST', headers, body })
  const { access_token } = (await answer.json()) as { access_token: string }
  const claimsOf = async (jwt: string) => (await auth.getClaims(jwt)).data?.claims.session_id
  expect(await claimsOf(access_token)).not.toBe(await claimsOf(fixed))
})
