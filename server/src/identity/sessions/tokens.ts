import { type CryptoKey, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { AuthMethod } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import { ALGORITHM, type KeyRing, openKeyRing } from './signing-keys.ts'

const AUDIENCE = 'authenticated'

interface Claims {
  adminId: string
  sessionId: string
  aal: 'aal1' | 'aal2'
}

/** For programs that read tokens; ours reads the session. */
interface TokenFacts extends Claims {
  email: string
  role: string
  amr: AuthMethod[]
  issuedAt: Date
  expiresAt: Date
}

/** A token alone is no proof: its session row must exist too. */
export interface Tokens {
  issue(facts: TokenFacts): Promise<string>
  /** undefined for a token that is expired or not ours. */
  read(token: string, now: Date): Promise<Claims | undefined>
  publicKeys(now: Date): Promise<JWK[]>
  rotate(now: Date): Promise<void>
}

export async function openTokens(
  db: Db,
  secretKey: string,
  { issuer, keptDays, now }: { issuer: string; keptDays: number; now: Date },
): Promise<Tokens> {
  const ring = await openKeyRing(db, secretKey, keptDays, now)
  const verified: Verified = new Map()
  return {
    issue: (facts) => sign(ring, issuer, facts),
    read: async (token, at) => recall(verified, token, at) ?? readToken(ring, verified, token, at),
    publicKeys: (at) => ring.publicKeys(at),
    rotate: (at) => ring.rotate(at),
  }
}

function sign(ring: KeyRing, issuer: string, facts: TokenFacts): Promise<string> {
  const { adminId, email, role, sessionId, aal, amr, issuedAt, expiresAt } = facts
  const { kid, privateKey } = ring.signing()
  return new SignJWT({ email, role, session_id: sessionId, aal, amr, is_anonymous: false })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setSubject(adminId)
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey)
}

type Verified = Map<string, { claims: Claims; expires: number }>
const MOST_VERIFIED = 1000

/** Checks each signature once; the session is read each time. */
function recall(verified: Verified, token: string, now: Date): Claims | undefined {
  const known = verified.get(token)
  return known && known.expires > now.getTime() ? known.claims : undefined
}

function remember(verified: Verified, token: string, claims: Claims, expires: number): Claims {
  const [oldest] = verified.keys()
  if (oldest && verified.size >= MOST_VERIFIED) verified.delete(oldest)
  verified.set(token, { claims, expires })
  return claims
}

/** The issuer is not checked: only our keys count, and PUBLIC_URL may change. */
async function readToken(ring: KeyRing, verified: Verified, token: string, now: Date) {
  let keyEnds = Number.POSITIVE_INFINITY
  const keyFor = async ({ kid = '' }): Promise<CryptoKey | Uint8Array> => {
    const key = await ring.find(kid, now)
    if (!key) throw new Error('unknown key')
    keyEnds = key.ends
    return importJWK(key.publicJwk, ALGORITHM)
  }
  try {
    const { payload } = await jwtVerify(token, keyFor, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'session_id', 'aal'],
    })
    const claims: Claims = {
      adminId: String(payload.sub),
      sessionId: String(payload.session_id),
      aal: payload.aal === 'aal2' ? 'aal2' : 'aal1',
    }
    return remember(verified, token, claims, Math.min(payload.exp! * 1000, keyEnds))
  } catch {
    return undefined
  }
}
