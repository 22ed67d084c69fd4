import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { networkOf } from '../http/limits.ts'
import type { From } from '../http/signed-in.ts'
import type { CodeKind } from './one-time-codes.ts'
import { refuse } from './refusals.ts'
import {
  type Actor,
  listKnownAddresses,
  logEvent,
  logEventIfAdmin,
} from './security-log/queries.ts'

interface Allowance {
  free: number
  /** In seconds. Each further try doubles the pause. */
  firstPause: number
  longestPause: number
  /** Seconds after the last try until a count is forgotten. */
  memory: number
}

const PAUSES = { firstPause: 5, longestPause: 15 * 60, memory: 60 * 60 }

/** Allows for people who mistype, and for an office that shares one address. */
const ALLOWANCES = {
  account: { free: 5, ...PAUSES },
  address: { free: 50, ...PAUSES },
  factor: { free: 5, ...PAUSES },
  /** Six mailed digits, by address or by signed-in account. */
  code: { free: 5, ...PAUSES },
  strength: { free: 10, ...PAUSES },
  /** Account emails, by kind and address or account. */
  mail: { free: 3, firstPause: 60, longestPause: 15 * 60, memory: 60 * 60 },
  /** Codes of letters on paper: an hour's pause after ten wrong ones. */
  paper: { free: 10, firstPause: 60 * 60, longestPause: 60 * 60, memory: 60 * 60 },
  letter: { free: 10, firstPause: 30, longestPause: 5 * 60, memory: 60 * 60 },
} satisfies Record<string, Allowance>

type Kind = keyof typeof ALLOWANCES

const keyOf = (kind: Kind, name: ThrottleKey) => `${kind}:${name}`

/** Counts a try. Logs a refusal if `by` is given. */
export async function admitTry(
  db: Db,
  kind: Kind,
  name: ThrottleKey,
  now: Date,
  by?: Actor,
): Promise<void> {
  const pauseEnds = await pauseOf(db, kind, name, now)
  if (!pauseEnds) return
  if (by && isLogged(kind)) await logRefusal(db, kind, name, { by, now })
  refuseFor(kind, pauseEnds, now)
}

/** Counts a try before it is judged, in one statement. Returns the end of a running pause. */
export async function pauseOf(db: Db, kind: Kind, name: ThrottleKey, at: Date) {
  const { free, firstPause, longestPause, memory } = ALLOWANCES[kind]
  const now = at.toISOString()
  const key = keyOf(kind, name)
  const pauseAfter = (fails: RawBuilder<number>) => sql<string | null>`
    case when ${fails} >= ${free}::int
      then ${now}::timestamptz + least(${longestPause}::float8, ${firstPause}::float8 * 2 ^ least(${fails} - ${free}::int, 20)) * interval '1 second'
    end`
  const fails = sql<number>`(case
    when throttle.last_fail_at < ${now}::timestamptz - ${memory}::float8 * interval '1 second' then 1 else throttle.fails + 1 end)`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttle')
    .values({ key, fails: 1, last_fail_at: now, locked_until: pauseAfter(sql`1`) })
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet({
          fails,
          last_fail_at: now,
          locked_until: pauseAfter(fails),
          refusal_logged: false,
        })
        .where((e) =>
          e.or([e('throttle.locked_until', 'is', null), e('throttle.locked_until', '<=', now)]),
        ),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) return undefined
  const held = await db
    .selectFrom('throttle')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return held?.locked_until ?? undefined
}

const LOGGED = { account: 'password', address: 'address', factor: 'factor', code: 'otp' }

const isLogged = (kind: string): kind is keyof typeof LOGGED => kind in LOGGED

/** Logs once a pause, so that nobody fills the log. With `ifAdmin`, only for a real account. */
export async function logRefusal(
  db: Db,
  kind: keyof typeof LOGGED,
  name: ThrottleKey,
  { by, now, ifAdmin = false }: { by: Actor; now: Date; ifAdmin?: boolean },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('throttle')
    .set({ refusal_logged: true })
    .where('key', '=', keyOf(kind, name))
    .where('refusal_logged', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const log = ifAdmin ? logEventIfAdmin : logEvent
  await log(db, 'tries-refused', by, now, LOGGED[kind])
}

export function forgive(db: Db, kind: Kind, ...names: ThrottleKey[]) {
  const keys = names.map((name) => keyOf(kind, name))
  return db.deleteFrom('throttle').where('key', 'in', keys).execute()
}

export function forgiveEverywhere(db: Db, kind: 'account' | 'factor', email: string) {
  const key = keyOf(kind, account(email))
  return db
    .deleteFrom('throttle')
    .where((e) => e.or([e('key', '=', key), sql<boolean>`starts_with(key, ${`${key} `})`]))
    .execute()
}

/** Refunds a correct try. Wrong tries stay counted: a sign-in to one's own account must not clear them. */
export const refundTry = (db: Db, kind: Kind, name: ThrottleKey) =>
  db
    .updateTable('throttle')
    .set({ fails: sql`greatest(fails - 1, 0)`, locked_until: null })
    .where('key', '=', keyOf(kind, name))
    .execute()

export function refuseFor(kind: Kind, pauseEnds: string, now: Date): never {
  const seconds = Math.max(1, Math.ceil((Date.parse(pauseEnds) - now.getTime()) / 1000))
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`
  const message = `Too many attempts. Please try again in ${wait}.`
  const code = kind === 'mail' ? 'over_email_send_rate_limit' : 'over_request_rate_limit'
  refuse(code, { message, retryAfter: seconds })
}

declare const counted: unique symbol

/** Keys of throttle counts, made only here so that counting and forgiving agree. */
export type ThrottleKey = string & { [counted]: true }

const name = (text: string) => text as ThrottleKey

const account = (email: string) => name(email.toLowerCase())

const accountFrom = (email: string, address: string) =>
  name(`${account(email)} from ${networkOf(address)}`)

export const linkHolder = (email: string) => name(`${account(email)} by mail`)

export const signedIn = ({ id }: { id: string }) => name(id)

export const network = (address: string) => name(networkOf(address))

/** The count of all accounts not known at a paused address, so that they do not fill the table. */
export const ANY_UNKNOWN_ACCOUNT = name('unknown account at a paused address')

export const mailTo = (kind: CodeKind, email: string) => name(`${kind} ${account(email)}`)

export const mailAskedBy = (kind: CodeKind, { id }: { id: string }) => name(`${kind} ${id}`)

export const changeTo = (email: string) => name(`email_change to ${account(email)}`)

export const changeMailedAgain = (email: string) => name(`email_change again ${account(email)}`)

export const signUpAt = (address: string) => name(`signing up ${networkOf(address)}`)

export const signUpWith = (email: string) => name(`signing up ${account(email)}`)

const PASSED = {
  first: ['signed-in', 'first-step-passed', 'password-changed'],
  second: ['second-step-passed', 'recovery-code-used'],
} as const

/** Gives known places a separate count, so that tries elsewhere do not keep the owner out. */
export async function signInKey(
  db: Db,
  email: string,
  { address }: From,
  step: keyof typeof PASSED = 'first',
): Promise<ThrottleKey> {
  const known = await listKnownAddresses(db, { email, address, events: PASSED[step] })
  const network = networkOf(address)
  return known.some((each) => networkOf(each) === network)
    ? accountFrom(email, address)
    : account(email)
}
