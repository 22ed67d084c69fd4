import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { Config } from '../../config.ts'
import type { FactorRow } from '../../db/account-schema.ts'

type Passkey = Selectable<FactorRow>

/** Loaded on first use, since it takes 26 MB and a tenth of the start. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 in COSE's numbers: every authenticator knows one. */
const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the host of PUBLIC_URL. */
const hostOf = ({ PUBLIC_URL }: Config) => new URL(PUBLIC_URL).hostname

const expected = (config: Config, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(config.PUBLIC_URL).origin,
  expectedRPID: hostOf(config),
  // The passkey is the second step, so the password has been given already.
  requireUserVerification: false,
})

const known = ({ credential_id, transports }: Passkey) => ({ id: credential_id!, transports })

/** Names the existing passkeys, so that none is made twice. */
export async function creationOptions(
  config: Config,
  admin: { id: string; email: string },
  own: Passkey[],
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpID: hostOf(config),
    rpName: config.FIRM_NAME,
    userName: admin.email,
    userID: new TextEncoder().encode(admin.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function requestOptions(config: Config, own: Passkey[]) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: hostOf(config),
    allowCredentials: own.map(known),
    userVerification: 'preferred',
  })
}

export async function readNewPasskey(config: Config, challenge: string, answer: unknown) {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    ...expected(config, challenge),
    response: answer as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  }
}

/** Returns the new use count, or undefined for a wrong answer or a copied passkey. */
export async function checkPasskey(
  config: Config,
  passkey: Passkey,
  challenge: string,
  answer: unknown,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    ...expected(config, challenge),
    response: answer as AuthenticationResponseJSON,
    credential: {
      id: passkey.credential_id!,
      publicKey: Buffer.from(passkey.public_key!, 'base64url'),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
