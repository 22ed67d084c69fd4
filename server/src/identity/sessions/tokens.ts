import { jwtVerify, SignJWT } from 'jose'
import type { Selectable } from 'kysely'
import type { SessionRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import { ALGORITHM, type KeyRing, openKeyRing } from './signing-keys.ts'

const AUDIENCE = 'authenticated'

export type OpenSession = Pick<Selectable<SessionRow>, 'id' | 'aal' | 'amr' | 'expires_at'>

/** For programs that read tokens; ours reads the session. Valid until `expires`, otherwise as long as the session. */
interface TokenFacts {
  admin: { id: string; email: string; role: string }
  session: OpenSession
  at: Date
  expires?: Date
}

export type Tokens = ReturnType<typeof openTokens>

/** A token alone is no proof: its session row must exist too. Call `loadKeys` first. */
export function openTokens(
  db: Db,
  secretKey: string,
  { issuer, keptDays }: { issuer: string; keptDays: number },
) {
  const ring = openKeyRing(db, secretKey, keptDays)
  return {
    loadKeys: ring.open,
    issue: (facts: TokenFacts) => sign(ring, issuer, facts),
    read: (token: string, at: Date) => readToken(ring, token, at),
    publicKeys: ring.publicKeys,
    rotate: ring.rotate,
  }
}

function sign(ring: KeyRing, issuer: string, facts: TokenFacts): Promise<string> {
  const { admin, session, at, expires = new Date(session.expires_at) } = facts
  const { id, email, role } = admin
  const { aal, amr } = session
  const { kid, privateKey } = ring.signing()
  return new SignJWT({ email, role, session_id: session.id, aal, amr, is_anonymous: false })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setSubject(id)
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(at)
    .setExpirationTime(expires)
    .sign(privateKey)
}

/** undefined if expired or not ours. The issuer is not checked: only our keys count, and PUBLIC_URL may change. */
async function readToken(ring: KeyRing, token: string, now: Date) {
  const keyFor = async ({ kid = '' }) => {
    const key = await ring.find(kid, now)
    if (!key) throw new Error('unknown key')
    return key.publicJwk
  }
  try {
    const { payload } = await jwtVerify<Pick<OpenSession, 'aal' | 'amr'>>(token, keyFor, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'session_id', 'aal', 'amr'],
    })
    return { sessionId: String(payload.session_id), aal: payload.aal, amr: payload.amr }
  } catch {
    return undefined
  }
}
