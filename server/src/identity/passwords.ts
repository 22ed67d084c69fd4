import { newPassword } from '@attest/contract/auth'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { changeAdmin } from './administrators/queries.ts'
import { deleteCodes, WAYS_IN } from './one-time-codes.ts'
import { refuse } from './refusals.ts'
import { deleteSessions } from './sessions/queries.ts'
import { admitTry, forgive, forgiveEverywhere, mailTo, type ThrottleKey } from './throttle.ts'

/** argon2id with OWASP's recommended least cost: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password.normalize('NFKC'), COST)
}

/** Checked in place of a missing hash. Nobody knows its password. */
const STAND_IN =
  '$argon2id$v=19$m=19456,t=2,p=1$pFgKq0lAsT9iwvGHWSjayQ$c/4Z90CKycuTKeAQv/dqiZfgE1SuXkUmcfQWZ++hyBM'

/** Takes as long for an unknown account (no hash) as for a known one. */
export async function checkPassword(stored: string | null | undefined, password: string) {
  const { verify } = await import('@node-rs/argon2')
  const normal = password.normalize('NFKC')
  let matches = await verify(stored ?? STAND_IN, normal)
  // Tries a hash from before normalization. This depends on the password alone, so it reveals no account.
  if (!matches && normal !== password) matches = await verify(stored ?? STAND_IN, password)
  return matches && Boolean(stored)
}

/** Ends the other sessions, mailed links, pauses and a pending change of address. */
export async function setPassword(
  tx: Tx,
  { id, email }: { id: string; email: string },
  password_hash: string,
  kept: { except?: string } = {},
): Promise<void> {
  await changeAdmin(tx, id, { password_hash, new_email: null })
  await deleteSessions(tx, id, kept)
  await deleteCodes(tx, id)
  await forgiveEverywhere(tx, 'account', email)
  await forgive(tx, 'mail', ...WAYS_IN.map((kind) => mailTo(kind, email)))
}

/** On zxcvbn's scale from 0 to 4. A million guesses find weaker passwords. */
const LEAST_SCORE = 2

/** A check takes at most 40 ms with these limits, but seconds with 256 characters. */
const LIMITS = { maxLength: 64, l33tMaxSubstitutions: 20 }

let estimator: Promise<ZxcvbnFactory> | undefined

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...LIMITS })
}

/** Refuses short passwords and those easy to guess from the address or the firm. Every check counts. */
export async function demandPasswordStrength(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { password, email }: { password: string; email: string },
  by: ThrottleKey,
  kind: 'strength' | 'address' = 'strength',
): Promise<void> {
  const { error } = newPassword.safeParse(password)
  if (error) refuseWeak(error.issues[0]!.message, 'length')
  await admitTry(db, kind, by, now())
  estimator ??= loadEstimator()
  const about = [email, config.FIRM_NAME].flatMap(words)
  const { score } = (await estimator).check(password, about)
  if (score < LEAST_SCORE)
    refuseWeak('This password is too easy to guess. Use several unrelated words.', 'pwned')
}

const words = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)]

function refuseWeak(message: string, reason: 'length' | 'pwned'): never {
  refuse('weak_password', {
    message,
    fields: { password: message },
    weak_password: { reasons: [reason] },
  })
}
