import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { addFirstSigningKey, listSigningKeys } from './queries.ts'
import { seal, unseal } from './secret-key.ts'

const ALGORITHM = 'ES256'
const AUDIENCE = 'authenticated'

interface Claims {
  adminId: string
  email: string
  sessionId: string
}

/** Signs and reads the bearer tokens. A token alone is no proof: its session row must stand too. */
export interface Tokens {
  issue(claims: Claims, expiresAt: Date): Promise<string>
  /** undefined for anything that this server has not signed or that has run out. */
  read(token: string, now: Date): Promise<Claims | undefined>
}

/** Signing keys are in the database, so that every process reads what another one signed. */
export async function openTokens(db: Db, secretKey: string): Promise<Tokens> {
  const keys = await loadKeys(db, secretKey)
  const signing = keys.at(-1)!
  const verified: Verified = new Map()
  return {
    issue: ({ adminId, email, sessionId }, expiresAt) =>
      new SignJWT({ email, role: AUDIENCE, session_id: sessionId, aal: 'aal1' })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: 'JWT' })
        .setSubject(adminId)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(signing.privateKey),
    read: (token, now) => recall(verified, token, now) ?? readToken(keys, verified, token, now),
  }
}

interface Key {
  kid: string
  publicKey: CryptoKey | Uint8Array
  privateKey: CryptoKey | Uint8Array
}

/** What stands in tokens whose signature was found good; it cannot become bad, only run out. */
type Verified = Map<string, { claims: Claims; expires: number }>
const MOST_VERIFIED = 1000

/** A token comes with every call; its signature is worth checking once. Its session is read each time. */
function recall(verified: Verified, token: string, now: Date): Promise<Claims> | undefined {
  const known = verified.get(token)
  return known && known.expires > now.getTime() ? Promise.resolve(known.claims) : undefined
}

function remember(verified: Verified, token: string, claims: Claims, expires: number): Claims {
  const [oldest] = verified.keys()
  if (oldest && verified.size >= MOST_VERIFIED) verified.delete(oldest)
  verified.set(token, { claims, expires })
  return claims
}

async function readToken(
  keys: Key[],
  verified: Verified,
  token: string,
  now: Date,
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((each) => each.kid === kid)
        if (!key) throw new Error('unknown key')
        return key.publicKey
      },
      { algorithms: [ALGORITHM], audience: AUDIENCE, currentDate: now },
    )
    const claims = {
      adminId: String(payload.sub),
      email: String(payload.email),
      sessionId: String(payload.session_id),
    }
    return remember(verified, token, claims, (payload.exp ?? 0) * 1000)
  } catch {
    // Forged, altered, expired or not a token at all: to the caller all the same.
    return undefined
  }
}

async function loadKeys(db: Db, secretKey: string): Promise<Key[]> {
  if ((await listSigningKeys(db)).length === 0)
    await addFirstSigningKey(db, await makeKey(secretKey))
  return Promise.all(
    (await listSigningKeys(db)).map(async ({ kid, public_jwk, private_key }) => ({
      kid,
      publicKey: await importJWK(public_jwk as JWK, ALGORITHM),
      privateKey: await importJWK(openSealed(secretKey, private_key), ALGORITHM),
    })),
  )
}

function openSealed(secretKey: string, sealed: string): JWK {
  try {
    return JSON.parse(unseal(secretKey, sealed))
  } catch (cause) {
    throw new ConfigError(
      'SECRET_KEY is not the one this database was made with (or the secret-key file in DATA_DIR was lost).',
      { cause },
    )
  }
}

async function makeKey(secretKey: string) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const public_jwk = await exportJWK(pair.publicKey)
  return {
    kid: await calculateJwkThumbprint(public_jwk),
    public_jwk: JSON.stringify(public_jwk),
    private_key: seal(secretKey, JSON.stringify(await exportJWK(pair.privateKey))),
  }
}
