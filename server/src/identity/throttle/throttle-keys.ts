import type { Db } from '../../db/schema.ts'
import { networkOf } from '../../http/limits.ts'
import type { From } from '../../http/signed-in.ts'
import type { CodeKind } from '../codes/queries.ts'
import { listKnownAddresses } from '../security-log/queries.ts'

declare const counted: unique symbol

/** What tries are counted under. Made only here: whoever forgives would else miss, unnoticed, what was counted. */
export type ThrottleKey = string & { [counted]: true }

const name = (text: string) => text as ThrottleKey

export const account = (email: string) => name(email.toLowerCase())

/** An account at a place of its owner's. */
const accountFrom = (email: string, address: string) =>
  name(`${account(email)} from ${networkOf(address)}`)

/** Who holds a link mailed to the account. */
export const linkHolder = (email: string) => name(`${account(email)} by mail`)

export const signedIn = ({ id }: { id: string }) => name(id)

export const network = (address: string) => name(networkOf(address))

/** One count for all that is made up: names without end must not fill the table. */
export const ANY_UNKNOWN_ADDRESS = name('anyone at a held address')

/** Mails of one kind to one address. */
export const mailTo = (kind: CodeKind, email: string) => name(`${kind} ${account(email)}`)

/** Mails of one kind that who is signed in asks for, wherever they go. */
export const mailAskedBy = (kind: CodeKind, { id }: { id: string }) => name(`${kind} ${id}`)

/** Changes to this address, asked for by whoever is signed in. */
export const changeTo = (email: string) => name(`email_change to ${account(email)}`)

/** The mail of a change that is asked for once more, at the address it goes to. */
export const changeMailedAgain = (email: string) => name(`email_change again ${account(email)}`)

export const signUpAt = (address: string) => name(`signing up ${networkOf(address)}`)

export const signUpWith = (email: string) => name(`signing up ${account(email)}`)

/** What shows that a place is the owner's. Whoever has the password passes the first step. */
const PASSED = {
  first: ['signed-in', 'first-step-passed', 'password-changed'],
  second: ['second-step-passed', 'recovery-code-used'],
} as const

/**
 * What tries at a step of signing in are counted under. A place where the account passed that step
 * before has a count of its own: whoever tries elsewhere, however long, does not keep the owner out.
 */
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
