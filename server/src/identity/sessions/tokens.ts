import * as jose from 'jose'
import { type Insertable, type Selectable, sql } from 'kysely'
import { ConfigError } from '../../check-settings.ts'
import type { SessionRow, SigningKeyRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import { DAY_MS } from '../../local-time.ts'
import { seal, unseal } from '../../secret-key.ts'

const AUDIENCE = 'authenticated'

export type OpenSession = Pick<Selectable<SessionRow>, 'id' | 'aal' | 'amr' | 'expires_at'>

/** Facts for other programs; ours reads the session. Valid until `expires`, otherwise as long as the session. */
interface TokenFacts {
  admin: { id: string; email: string; role: string }
  session: OpenSession
  at: Date
  expires?: Date
}

export type Tokens = ReturnType<typeof openTokens>

/** A token alone proves nothing: its session row must exist too. Call `loadKeys` first. */
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
  return new jose.SignJWT({ email, role, session_id: session.id, aal, amr, is_anonymous: false })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setSubject(id)
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(at)
    .setExpirationTime(expires)
    .sign(privateKey)
}

/** Returns undefined if expired or not ours. Ignores the issuer: only our keys count, and PUBLIC_URL may change. */
async function readToken(ring: KeyRing, token: string, now: Date) {
  const keyFor = async ({ kid = '' }) => {
    const key = await ring.find(kid, now)
    if (!key) throw new Error('unknown key')
    return key.publicJwk
  }
  try {
    const { payload } = await jose.jwtVerify<Pick<OpenSession, 'aal' | 'amr'>>(token, keyFor, {
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

const ALGORITHM = 'ES256'
const SIGNING_DAYS = 90
/** How often an unknown id may reload the keys: another process may have made one, but ids can be forged. */
const RELOAD_AFTER_MS = 1_000

type Key = Awaited<ReturnType<typeof openKey>>

export type KeyRing = ReturnType<typeof openKeyRing>

/** Keeps keys in the database, so that every process reads every token. Tokens of a retired key live `keptDays`. */
function openKeyRing(db: Db, secretKey: string, keptDays: number) {
  const keptMs = (keptDays + 1) * DAY_MS
  const since = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString()
  let keys: Key[] = []
  let loadedAt = 0
  const load = async (at: Date) => {
    const rows = await listSigningKeys(db, since(at, keptMs))
    keys = await Promise.all(rows.map((row) => openKey(row, secretKey, keptMs)))
    loadedAt = performance.now()
  }
  const rotate = async (at: Date) => {
    const key = await makeKey(secretKey, at)
    const age = since(at, SIGNING_DAYS * DAY_MS)
    await replaceSigningKey(db, key, { now: at.toISOString(), since: age })
    await pruneSigningKeys(db, since(at, keptMs))
    await load(at)
  }
  const open = async (at: Date) => {
    await load(at)
    const madeAt = keys.at(-1)?.madeAt ?? ''
    if (madeAt <= since(at, SIGNING_DAYS * DAY_MS)) await rotate(at)
  }
  const reloadIfOld = async (at: Date) => {
    if (performance.now() - loadedAt > RELOAD_AFTER_MS) await load(at)
  }
  const living = (at: Date) => keys.filter(({ ends }) => ends > at.getTime())
  return {
    open,
    signing: () => keys.at(-1)!,
    async find(kid: string, at: Date) {
      const known = () => living(at).find((key) => key.kid === kid)
      if (!known()) await reloadIfOld(at)
      return known()
    },
    async publicKeys(at: Date) {
      await reloadIfOld(at)
      return living(at).map(({ publicJwk }) => publicJwk)
    },
    rotate,
  }
}

async function openKey(row: Selectable<SigningKeyRow>, secretKey: string, keptMs: number) {
  const { kid, created_at, retired_at } = row
  return {
    kid,
    madeAt: created_at,
    publicJwk: { ...(row.public_jwk as jose.JWK), kid, alg: ALGORITHM, use: 'sig' },
    privateKey: await jose.importJWK(openSealed(secretKey, row.private_key), ALGORITHM),
    ends: retired_at ? Date.parse(retired_at) + keptMs : Number.POSITIVE_INFINITY,
  }
}

function openSealed(secretKey: string, sealed: string): jose.JWK {
  try {
    return JSON.parse(unseal(secretKey, sealed))
  } catch (cause) {
    throw new ConfigError(
      'SECRET_KEY is not the one this database was made with (or the secret-key file in DATA_DIR was lost).',
      { cause },
    )
  }
}

async function makeKey(secretKey: string, at: Date) {
  const pair = await jose.generateKeyPair(ALGORITHM, { extractable: true })
  const public_jwk = await jose.exportJWK(pair.publicKey)
  return {
    kid: await jose.calculateJwkThumbprint(public_jwk),
    public_jwk: JSON.stringify(public_jwk),
    private_key: seal(secretKey, JSON.stringify(await jose.exportJWK(pair.privateKey))),
    created_at: at.toISOString(),
  }
}

const listSigningKeys = (db: Db, since: string) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where((e) => e.or([e('retired_at', 'is', null), e('retired_at', '>', since)]))
    .orderBy('created_at')
    .orderBy('kid')
    .execute()

/** Makes `key` the signing key, unless one was made after `since`. */
const replaceSigningKey = (
  db: Db,
  key: Insertable<SigningKeyRow>,
  { now, since }: { now: string; since: string },
) =>
  db.transaction().execute(async (tx) => {
    await sql`lock table signing_keys in exclusive mode`.execute(tx)
    const young = await tx
      .selectFrom('signing_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .where('created_at', '>', since)
      .executeTakeFirst()
    if (young) return
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .execute()
    await tx.insertInto('signing_keys').values(key).execute()
  })

const pruneSigningKeys = (db: Db, since: string) =>
  db.deleteFrom('signing_keys').where('retired_at', '<', since).execute()
