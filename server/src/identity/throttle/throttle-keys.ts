import type { Db } from '../../db/schema.ts'
import { networkOf } from '../../http/limits.ts'
import type { From } from '../../http/signed-in.ts'
import type { CodeKind } from '../codes/queries.ts'
import { listKnownAddresses } from '../security-log/queries.ts'

declare const counted: unique symbol

/** Keys of throttle counts, made only here so that counting and forgiving agree. */
export type ThrottleKey = string & { [counted]: true }

const name = (text: string) => text as ThrottleKey

export const account = (email: string) => name(email.toLowerCase())

const accountFrom = (email: string, address: string) =>
  name(`${account(email)} from ${networkOf(address)}`)

export const linkHolder = (email: string) => name(`${account(email)} by mail`)

export const signedIn = ({ id }: { id: string }) => name(id)

export const network = (address: string) => name(networkOf(address))

/** At a paused address, all accounts not known there share one count: they must not fill the table. */
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

/** Known places have a count of their own, so that tries elsewhere do not keep the owner out. */
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
