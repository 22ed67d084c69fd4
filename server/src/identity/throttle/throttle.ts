import type { Db } from '../../db/schema.ts'
import type { CodeKind } from '../codes/queries.ts'
import { refuse } from '../refusals.ts'
import { type Actor, logEvent, logEventIfAdmin } from '../security-log/log-event.ts'
import { account, mailTo, type ThrottleKey } from './throttle-keys.ts'
import {
  type Allowance,
  countTry,
  decrementTries,
  forgetTries,
  forgetTriesOf,
  noteRefusal,
} from './throttle-queries.ts'

const PAUSES = { firstPause: 5, longestPause: 15 * 60, memory: 60 * 60 }

/** A person mistypes; an office shares one address. */
const ALLOWANCES = {
  account: { free: 5, ...PAUSES },
  address: { free: 50, ...PAUSES },
  factor: { free: 5, ...PAUSES },
  /** Six mailed digits, by address or by signed-in account. */
  code: { free: 5, ...PAUSES },
  strength: { free: 10, ...PAUSES },
  /** Account emails, by kind and address or account. */
  mail: { free: 3, firstPause: 60, longestPause: 15 * 60, memory: 60 * 60 },
  letter: { free: 10, firstPause: 30, longestPause: 5 * 60, memory: 60 * 60 },
} satisfies Record<string, Allowance>

const LOGGED = { account: 'password', address: 'address', factor: 'factor', code: 'otp' }

const isLogged = (kind: string): kind is keyof typeof LOGGED => kind in LOGGED

/** Counts a try. Logs a refusal if `by` is given. */
export async function admitTry(
  db: Db,
  kind: keyof typeof ALLOWANCES,
  name: ThrottleKey,
  now: Date,
  by?: Actor,
): Promise<void> {
  const pauseEnds = await pauseOf(db, kind, name, now)
  if (!pauseEnds) return
  if (by && isLogged(kind)) await logRefusal(db, kind, name, { by, now })
  refuseFor(kind, pauseEnds, now)
}

/** Once a pause, so that nobody fills the log; with `ifAdmin` only for a real account. */
export async function logRefusal(
  db: Db,
  kind: keyof typeof LOGGED,
  name: ThrottleKey,
  { by, now, ifAdmin }: { by: Actor; now: Date; ifAdmin?: string },
): Promise<void> {
  if (!(await noteRefusal(db, `${kind}:${name}`))) return
  if (ifAdmin === undefined) await logEvent(db, 'tries-refused', by, now, LOGGED[kind])
  else await logEventIfAdmin(db, ifAdmin, 'tries-refused', by, now, LOGGED[kind])
}

/** Like admitTry, but returns the pause's end, for replies that must not depend on it. */
export const pauseOf = (db: Db, kind: keyof typeof ALLOWANCES, name: ThrottleKey, now: Date) =>
  countTry(db, `${kind}:${name}`, now.toISOString(), ALLOWANCES[kind])

export const forgive = (db: Db, tries: { [kind in keyof typeof ALLOWANCES]?: ThrottleKey }) =>
  forgetTries(
    db,
    Object.entries(tries).map(([kind, name]) => `${kind}:${name}`),
  )

export const forgiveEverywhere = (db: Db, kind: 'account' | 'factor', email: string) =>
  forgetTriesOf(db, `${kind}:${account(email)}`)

/** After these mails became void, others may be sent at once. */
export const forgiveMails = (db: Db, kinds: CodeKind[], email: string) =>
  forgetTries(
    db,
    kinds.map((kind) => `mail:${mailTo(kind, email)}`),
  )

/** Refunds a correct try. Wrong tries stay counted, or a sign-in to one's own account would clear them. */
export const refundTry = (db: Db, kind: keyof typeof ALLOWANCES, name: ThrottleKey) =>
  decrementTries(db, `${kind}:${name}`)

export function refuseFor(kind: keyof typeof ALLOWANCES, pauseEnds: string, now: Date): never {
  const seconds = Math.max(1, Math.ceil((Date.parse(pauseEnds) - now.getTime()) / 1000))
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`
  const message = `Too many attempts. Please try again in ${wait}.`
  const code = kind === 'mail' ? 'over_email_send_rate_limit' : 'over_request_rate_limit'
  refuse(code, { message, retryAfter: seconds })
}
