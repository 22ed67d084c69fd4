import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Selectable } from 'kysely'
import { ConfigError } from '../../check-settings.ts'
import type { SigningKeyRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import { seal, unseal } from '../../secret-key.ts'
import { listSigningKeys, pruneSigningKeys, replaceSigningKey } from './key-queries.ts'

export const ALGORITHM = 'ES256'
const DAY_MS = 24 * 60 * 60 * 1000
const SIGNING_DAYS = 90
/** Another process may have made a key, but forged ids must not query each time. */
const RELOAD_AFTER_MS = 1_000

type Key = Awaited<ReturnType<typeof openKey>>

export type KeyRing = ReturnType<typeof openKeyRing>

/** Keys in the database, so that every process reads every token. Those of a retired key live `keptDays`. */
export function openKeyRing(db: Db, secretKey: string, keptDays: number) {
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
    publicJwk: { ...(row.public_jwk as JWK), kid, alg: ALGORITHM, use: 'sig' },
    privateKey: await importJWK(openSealed(secretKey, row.private_key), ALGORITHM),
    ends: retired_at ? Date.parse(retired_at) + keptMs : Number.POSITIVE_INFINITY,
  }
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

async function makeKey(secretKey: string, at: Date) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const public_jwk = await exportJWK(pair.publicKey)
  return {
    kid: await calculateJwkThumbprint(public_jwk),
    public_jwk: JSON.stringify(public_jwk),
    private_key: seal(secretKey, JSON.stringify(await exportJWK(pair.privateKey))),
    created_at: at.toISOString(),
  }
}
