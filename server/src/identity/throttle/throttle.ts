import type { Db } from '../../db/schema.ts'
import type { CodeKind } from '../codes/queries.ts'
import { refuse } from '../refusals.ts'
import { type Actor, logEvent, logEventIfAdmin } from '../security-log/log-event.ts'
import { account, mailTo, type ThrottleKey } from './throttle-keys.ts'
import {
  type Allowance,
  countTry,
  forgetTries,
  forgetTriesOf,
  noteRefusal,
  takeTryBack,
} from './throttle-queries.ts'

const PAUSES = { firstPause: 5, longestPause: 15 * 60, memory: 60 * 60 }

/** A person mistypes; an office shares one address. */
const ALLOWANCES = {
  account: { free: 5, ...PAUSES },
  address: { free: 50, ...PAUSES },
  /** Codes of an app, and recovery codes. */
  factor: { free: 5, ...PAUSES },
  /** Six digits from a mail, by the address they went to, or by who is signed in and shows that it is them. */
  code: { free: 5, ...PAUSES },
  /** Checks of how strong a new password is. */
  strength: { free: 10, ...PAUSES },
  /** Mails about accounts, by their kind and the address they go to or who asks for them: each counts, also a right one. */
  mail: { free: 3, firstPause: 60, longestPause: 15 * 60, memory: 60 * 60 },
  /** Test emails of a letter, by who is signed in: whoever designs one sends some. */
  letter: { free: 10, firstPause: 30, longestPause: 5 * 60, memory: 60 * 60 },
} satisfies Record<string, Allowance>

/** What was tried too often, as the security log has it. */
const LOGGED = { account: 'password', address: 'address', factor: 'factor', code: 'otp' }

const isLogged = (kind: string): kind is keyof typeof LOGGED => kind in LOGGED

/**
 * Counts a try for an account or an address. Tries `by` someone that a pause refuses are logged.
 * @throws Refusal 429 while a pause runs
 */
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

/**
 * Once for each pause: nobody fills the log with tries that are not even looked at.
 * @param refused.ifAdmin logs it only if this account exists
 */
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

/** Like admitTry, but tells the end of a pause instead of refusing: where the answer must not depend on it. */
export const pauseOf = (db: Db, kind: keyof typeof ALLOWANCES, name: ThrottleKey, now: Date) =>
  countTry(db, `${kind}:${name}`, now.toISOString(), ALLOWANCES[kind])

/** After a success the counts start afresh. */
export const forgive = (db: Db, tries: { [kind in keyof typeof ALLOWANCES]?: ThrottleKey }) =>
  forgetTries(
    db,
    Object.entries(tries).map(([kind, name]) => `${kind}:${name}`),
  )

/** After a reset of what was tried, wherever it was: at the owner's usual place there is a count, too. */
export const forgiveEverywhere = (db: Db, kind: 'account' | 'factor', email: string) =>
  forgetTriesOf(db, `${kind}:${account(email)}`)

/** After mails of these kinds became void: whoever needs such a mail again must not wait for it. */
export const forgiveMails = (db: Db, kinds: CodeKind[], email: string) =>
  forgetTries(
    db,
    kinds.map((kind) => `mail:${mailTo(kind, email)}`),
  )

/**
 * A right try does not count. The wrong ones stay: whoever has one account of their own could else
 * wash away what they tried with others.
 */
export const takeBack = (db: Db, kind: keyof typeof ALLOWANCES, name: ThrottleKey) =>
  takeTryBack(db, `${kind}:${name}`)

export function refuseFor(kind: keyof typeof ALLOWANCES, pauseEnds: string, now: Date): never {
  const seconds = Math.max(1, Math.ceil((Date.parse(pauseEnds) - now.getTime()) / 1000))
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`
  const message = `Too many attempts. Please try again in ${wait}.`
  const code = kind === 'mail' ? 'over_email_send_rate_limit' : 'over_request_rate_limit'
  refuse(code, { message, retryAfter: seconds })
}
