// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail } from '../../../testing/account-mails.ts'
import { Authenticator } from '../../../testing/authenticator.ts'
import { ADMIN } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { type Client, type Service, startService } from '../../../testing/start-service.ts'

const SITE = { rpId: 'attest.test' }

/** A browser's reply, from our own authenticator. */
async function answer(client: Client, factorId: string, passkey: Authenticator) {
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: SITE })
  if (error) throw error
  const { type, credential_options } = data.webauthn
  const { publicKey } = credential_options as { publicKey: { challenge: ArrayBuffer } }
  const credential_response = passkey[type === 'create' ? 'create' : 'get'](publicKey)
  const webauthn = { type, ...SITE, credential_response }
  return { factorId, challengeId: data.id, webauthn } as unknown as Parameters<
    Client['mfa']['verify']
  >[0]
}

async function enrolPasskey(client: Client, passkey: Authenticator): Promise<string> {
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  const { error } = await client.mfa.verify(await answer(client, data!.id, passkey))
  if (error) throw error
  return data!.id
}

const newPasskey = ({ config }: Service) => new Authenticator(config.PUBLIC_URL)

test('a passkey is made and is the second step from then on', async () => {
  const service = await startService()
  const passkey = newPasskey(service)
  const factorId = await enrolPasskey(await service.signedIn(), passkey)
  const auth = await service.signedIn()
  const level = await auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })

  const { data, error } = await auth.mfa.verify(await answer(auth, factorId, passkey))
  expect(error).toBeNull()
  const { claims } = (await auth.getClaims(data!.access_token)).data!
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{}, { method: 'mfa/webauthn' }] })
  expect((await auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }])
})

test("a passkey's owner needs a recovery code to reset the password", async () => {
  const service = await startService()
  const auth = await service.signedIn()
  await enrolPasskey(auth, newPasskey(service))
  const { codes } = (await auth.mfa.recoveryCodes.generate()).data!
  await service.client().resetPasswordForEmail(ADMIN.email)
  const { token } = await accountMail(service, ADMIN.email, 'Choose a new password')
  const { body } = await service.api.post('/api/auth/link', { token })
  expect(body).toMatchObject({ second_factor: true, authenticator_app: false })
  const chosen = { token, password: 'velvet anchor thursday', code: codes[0] }
  expect((await service.api.post('/api/auth/link/password', chosen)).status).toBe(200)
})

test("a passkey's answer works once", async () => {
  const service = await startService()
  const passkey = newPasskey(service)
  const factorId = await enrolPasskey(await service.signedIn(), passkey)
  const auth = await service.signedIn()
  const given = await answer(auth, factorId, passkey)
  expect((await auth.mfa.verify(given)).error).toBeNull()
  expect((await auth.mfa.verify(given)).error?.code).toBe('mfa_challenge_expired')
})

test('another passkey, another site and a copied passkey are refused', async () => {
  const service = await startService()
  const passkey = newPasskey(service)
  const factorId = await enrolPasskey(await service.signedIn(), passkey)
  const auth = await service.signedIn()
  const attempt = async (with_: Authenticator) =>
    (await auth.mfa.verify(await answer(auth, factorId, with_))).error?.code
  expect(await attempt(newPasskey(service))).toBe('mfa_verification_failed')
  const foreign = new Authenticator('https://attest.test.evil.example')
  expect(await attempt(foreign)).toBe('mfa_verification_failed')
  expect(await attempt(passkey)).toBeUndefined()
  passkey.counter = 0
  expect(await attempt(passkey)).toBe('mfa_verification_failed')
})

test('a passkey made on another site is refused', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const foreign = new Authenticator('https://evil.example')
  await expect(enrolPasskey(auth, foreign)).rejects.toMatchObject({
    code: 'mfa_verification_failed',
  })
})

test('the product asks for the passkey at the second step', async () => {
  const service = await startService()
  const passkey = newPasskey(service)
  const options = async (token: string) =>
    (await service.send('POST', '/api/auth/passkey/options', bearer(token))).body.asked
  expect(await options(await logIn(service))).toBeNull()

  await enrolPasskey(await service.signedIn(), passkey)
  const token = await logIn(service)
  const asked = await options(token)
  const challenge = Buffer.from(asked.options.challenge, 'base64url')
  const payload = { challenge_id: asked.challenge_id, answer: passkey.get({ challenge }).toJSON() }
  const verify = () =>
    service.send('POST', '/api/auth/passkey/verify', { ...bearer(token), payload })
  const { status, body } = await verify()
  expect(status).toBe(200)
  expect((await service.send('GET', '/api/auth/me', bearer(body.token))).status).toBe(200)
  expect((await verify()).status).toBe(401)
})
