import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { enrolApp } from '../../../testing/enrol.ts'
import { ADMIN } from '../../../testing/make.ts'
import { type Client, type Service, startService } from '../../../testing/start-service.ts'

const MINUTE = 60 * 1000

/** Half a minute later the app shows another code. */
function nextCode({ clock, deps }: Service, codeAt: (at: Date) => string): string {
  clock.ahead += 30_000
  return codeAt(deps.now())
}

async function meStatus({ origin, fetch }: Service, client: Client): Promise<number> {
  const { session } = (await client.getSession()).data
  const headers = { authorization: `Bearer ${session?.access_token}` }
  return (await fetch(`${origin}/api/auth/me`, { headers })).status
}

const levelOf = async (client: Client) => {
  const { currentLevel, nextLevel } = (await client.mfa.getAuthenticatorAssuranceLevel()).data ?? {}
  return `${currentLevel} of ${nextLevel}`
}

test('an app is set up by its QR code and asked for from then on', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const enrolled = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
    issuer: 'Firm',
  })
  expect(enrolled.data?.totp.qr_code).toContain('<svg')
  const factorId = enrolled.data!.id
  expect(await levelOf(auth)).toBe('aal1 of aal1')
  const { codeAt } = await proveApp(service, auth, factorId, enrolled.data!.totp.uri)
  expect(await levelOf(auth)).toBe('aal2 of aal2')
  expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factorId, friendly_name: 'Phone', status: 'verified' },
  ])

  const later = await service.signedIn()
  expect(await levelOf(later)).toBe('aal1 of aal2')
  expect(await meStatus(service, later)).toBe(403)
  const code = nextCode(service, codeAt)
  expect((await later.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  expect(await meStatus(service, later)).toBe(200)
})

async function proveApp(service: Service, auth: Client, factorId: string, uri: string) {
  const totp = URI.parse(uri)
  const codeAt = (at: Date) => totp.generate({ timestamp: at.getTime(), counter: 0 })
  const wrong = await auth.mfa.challengeAndVerify({ factorId, code: '000000' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  const code = codeAt(service.deps.now())
  expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  return { codeAt }
}

test('a code works once, also when it is sent twice at the same time', async () => {
  const service = await startService()
  const { factorId, codeAt } = await enrolApp(await service.signedIn(), service.deps.now)
  const [one, other] = [await service.signedIn(), await service.signedIn()]
  const code = nextCode(service, codeAt)
  const both = await Promise.all([
    one.mfa.challengeAndVerify({ factorId, code }),
    other.mfa.challengeAndVerify({ factorId, code }),
  ])
  expect(both.map(({ error }) => error?.code).sort()).toEqual([
    'mfa_verification_failed',
    undefined,
  ])
})

test('the second step ends the tokens of the first', async () => {
  const service = await startService()
  const { factorId, codeAt } = await enrolApp(await service.signedIn(), service.deps.now)
  const auth = await service.signedIn()
  const first = (await auth.getSession()).data.session!
  await auth.mfa.challengeAndVerify({ factorId, code: nextCode(service, codeAt) })
  const headers = { authorization: `Bearer ${first.access_token}` }
  expect((await service.fetch(`${service.origin}/auth/v1/user`, { headers })).status).toBe(401)
  const { error } = await service.client().refreshSession(first)
  expect(error?.code).toBe('refresh_token_not_found')
  const refreshed = await auth.refreshSession()
  expect((await auth.getClaims(refreshed.data.session!.access_token)).data?.claims.aal).toBe('aal2')
})

test('a refresh keeps the level that was reached', async () => {
  const service = await startService()
  await enrolApp(await service.signedIn(), service.deps.now)
  const auth = await service.signedIn()
  const { data } = await auth.refreshSession()
  expect((await auth.getClaims(data.session!.access_token)).data?.claims.aal).toBe('aal1')
  expect(await meStatus(service, auth)).toBe(403)
})

test('a first factor ends the sessions without one', async () => {
  const service = await startService()
  const earlier = await service.signedIn()
  await enrolApp(await service.signedIn(), service.deps.now)
  expect((await earlier.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('an older unproven factor does not replace a newer one', async () => {
  const service = await startService()
  const intruder = await service.signedIn()
  const begun = await intruder.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
  await enrolApp(await service.signedIn(), service.deps.now)

  const again = await service.signedIn()
  const totp = URI.parse(begun.data!.totp.uri)
  const code = totp.generate({ timestamp: service.deps.now().getTime(), counter: 0 })
  const { error } = await again.mfa.challengeAndVerify({ factorId: begun.data!.id, code })
  expect(error?.code).toBe('insufficient_aal')
})

test('no other way of signing in skips the second factor', async () => {
  const service = await startService()
  const owner = await service.signedIn()
  await enrolApp(owner, service.deps.now)
  for (const kind of ['magiclink', 'recovery'] as const) {
    const auth = service.client()
    await (kind === 'recovery'
      ? auth.resetPasswordForEmail(ADMIN.email)
      : auth.signInWithOtp({ email: ADMIN.email }))
    const mails = await service.mailsTo(ADMIN.email)
    const token_hash = mails.find(({ token }) => token)!.token
    expect((await auth.verifyOtp({ token_hash, type: kind })).error).toBeNull()
    expect(await meStatus(service, auth)).toBe(403)
    const change = await auth.updateUser({ password: 'amber violin quarry' })
    expect(change.error?.code).toBe('insufficient_aal')
    await auth.signOut({ scope: 'others' })
    await auth.signOut({ scope: 'global' })
    expect(await meStatus(service, owner)).toBe(200)
  }
})

test('a challenge expires and belongs to its factor', async () => {
  const service = await startService()
  const { factorId, codeAt } = await enrolApp(await service.signedIn(), service.deps.now)
  const auth = await service.signedIn()
  const { data: asked } = await auth.mfa.challenge({ factorId })
  service.clock.ahead = 6 * MINUTE
  const code = codeAt(service.deps.now())
  const late = await auth.mfa.verify({ factorId, challengeId: asked!.id, code })
  expect(late.error?.code).toBe('mfa_challenge_expired')
})

test('wrong codes of the app cause pauses, also for the right one', async () => {
  const service = await startService()
  const { factorId, codeAt } = await enrolApp(await service.signedIn(), service.deps.now)
  const auth = await service.signedIn()
  for (let n = 0; n < 5; n++) await auth.mfa.challengeAndVerify({ factorId, code: '000000' })
  const code = nextCode(service, codeAt)
  service.clock.ahead -= 30_000
  const held = await auth.mfa.challengeAndVerify({ factorId, code })
  expect(held.error?.code).toBe('over_request_rate_limit')
  service.clock.ahead += 15 * MINUTE
  const right = { factorId, code: codeAt(service.deps.now()) }
  expect((await auth.mfa.challengeAndVerify(right)).error).toBeNull()
})

test('removing a factor needs both steps and a fresh proof', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const { factorId } = await enrolApp(auth, service.deps.now)
  const halfWay = await service.signedIn()
  expect((await halfWay.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
  service.clock.ahead = 11 * MINUTE
  expect((await auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed')
  await auth.reauthenticate()
  const [{ digits } = { digits: '' }] = await service.mailsTo(ADMIN.email)
  expect((await auth.updateUser({ nonce: digits, data: {} })).error).toBeNull()
  expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  expect((await auth.mfa.listFactors()).data?.all).toEqual([])
})

test('the next token has the lower level once the last factor is removed', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const { factorId } = await enrolApp(auth, service.deps.now)
  await auth.mfa.unenroll({ factorId })
  expect(await meStatus(service, auth)).toBe(200)
  await auth.refreshSession()
  expect(await levelOf(auth)).toBe('aal1 of aal1')
  expect(await meStatus(service, auth)).toBe(200)
})

test('a new first factor ends sessions that a removed one had raised', async () => {
  const service = await startService()
  const stale = await service.signedIn()
  const { factorId } = await enrolApp(stale, service.deps.now)
  await stale.mfa.unenroll({ factorId })
  await enrolApp(await service.signedIn(), service.deps.now)
  expect(await meStatus(service, stale)).toBe(401)
})
