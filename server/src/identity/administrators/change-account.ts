import { text } from '@attest/contract/fields'
import type { SecurityEvent } from '@attest/contract/security-log'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AdminRow } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import type { Basics, Identity } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { asAdmin } from '../guard.ts'
import { deleteCodes } from '../one-time-codes.ts'
import { demandPasswordStrength, hashPassword, setPassword } from '../passwords.ts'
import { refuse, refuseTaken } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { refundTry, signedIn } from '../throttle.ts'
import { demandAnotherAdministrator } from './manage-administrators.ts'
import { addAdmin, changeAdmin, findAdmin, mergeMetadata } from './queries.ts'

export interface Attributes {
  email?: string
  password?: string
  role?: 'admin' | 'member'
  /** true confirms the address. false leaves it as it is. */
  email_confirm?: boolean
  /** Milliseconds; 0 lifts a ban. */
  ban_duration?: number
  user_metadata?: Record<string, unknown>
  app_metadata?: Record<string, unknown>
}

type Admin = Selectable<AdminRow>

export async function createAccount(
  deps: Basics,
  by: SignedIn,
  { email, ...attributes }: Attributes & { email: string },
): Promise<Admin> {
  const at = deps.now()
  const now = at.toISOString()
  const password_hash = await hashOf(deps, by, email, attributes.password)
  const { role = 'member', email_confirm = false, ban_duration = 0 } = attributes
  return asAdmin(deps, by, async (tx) => {
    const admin = await addAdmin(tx, {
      email,
      role,
      password_hash,
      ...(email_confirm ? { email_confirmed_at: now } : { invited_at: now }),
      banned_until: bannedUntil(ban_duration, at),
      user_metadata: JSON.stringify(attributes.user_metadata ?? {}),
      app_metadata: JSON.stringify(attributes.app_metadata ?? {}),
    })
    if (!admin) refuse('email_exists')
    await logEvent(tx, 'admin-added', by, at, `${admin.email}: ${role}`)
    return admin
  })
}

/** Applies and logs everything or nothing. A loss of rights ends the sessions. */
export async function changeAccount(
  deps: Identity,
  by: SignedIn,
  id: string,
  attributes: Attributes,
): Promise<Admin> {
  const at = deps.now()
  const known = (await findAdmin(deps.db, id)) ?? refuse('user_not_found')
  if (by.id === id) demandNoneOfOwn(known, attributes)
  const password_hash = await hashOf(deps, by, known.email, attributes.password)
  const { before, after } = await asAdmin(deps, by, (tx) =>
    apply(tx, { by, id, attributes, password_hash, at }),
  ).catch(refuseTaken('email_exists'))
  if (attributes.password) deps.accountMail.sendNotice(before.email, NOTICES.password_changed())
  if (after.email !== before.email)
    deps.accountMail.sendNotice(before.email, NOTICES.email_changed(after.email))
  return after
}

/** Refuses changes of one's own address, which its mail must confirm, and password, which needs a proof. */
function demandNoneOfOwn({ email }: Admin, wanted: Attributes): void {
  const newEmail = wanted.email !== undefined && wanted.email.toLowerCase() !== email
  if (newEmail || wanted.password !== undefined)
    refuse('yourself', {
      message: 'Your own address and password are changed in your account, or with PUT /user.',
    })
}

interface Applying {
  by: SignedIn
  id: string
  attributes: Attributes
  password_hash: string | null
  at: Date
}

async function apply(tx: Tx, { by, id, attributes, password_hash, at }: Applying) {
  const before = (await findAdmin(tx, id)) ?? refuse('user_not_found')
  const { role, ban_duration, email_confirm, user_metadata, app_metadata } = attributes
  const email = attributes.email?.toLowerCase()
  const takesAway = Boolean(ban_duration) || (role === 'member' && before.role === 'admin')
  if (takesAway) await demandAnotherAdministrator(tx, by, id, at)
  if (role === 'admin' && !email_confirm) demandProvenAddress(before)
  await changeAdmin(tx, id, {
    ...(email && { email, new_email: null }),
    ...(role && { role }),
    ...(email_confirm && !before.email_confirmed_at && { email_confirmed_at: at.toISOString() }),
    ...(ban_duration !== undefined && { banned_until: bannedUntil(ban_duration, at) }),
  })
  if (password_hash) await setPassword(tx, { id, email: email ?? before.email }, password_hash)
  const after = await addMetadata(tx, id, { user: user_metadata, app: app_metadata })
  // Codes in earlier mails would undo the change of address.
  if (after!.email !== before.email) await deleteCodes(tx, id)
  if (takesAway) await deleteSessions(tx, id, { except: by.sessionId })
  for (const [event, detail] of eventsOf(before, attributes))
    await logEvent(tx, event, by, at, `${before.email}${detail ? `: ${detail}` : ''}`)
  return { before, after: after! }
}

/** An unproven sign-up may not be its address's owner, who would confirm it later. */
function demandProvenAddress({ email_confirmed_at, invited_at }: Admin): void {
  if (!email_confirmed_at && !invited_at)
    refuse('email_not_confirmed', {
      message: 'This address must be confirmed from its mail first.',
    })
}

const LATEST = Date.parse('9999-12-31')

const bannedUntil = (milliseconds: number, at: Date): string | null =>
  milliseconds > 0 ? new Date(Math.min(at.getTime() + milliseconds, LATEST)).toISOString() : null

function eventsOf(before: Admin, attributes: Attributes): [SecurityEvent, detail?: string][] {
  const { email, password, role, ban_duration, email_confirm } = attributes
  const events: [SecurityEvent, detail?: string][] = []
  if (password) events.push(['password-changed', 'by an administrator'])
  if (email && email.toLowerCase() !== before.email) events.push(['email-changed', email])
  if (ban_duration) events.push(['admin-switched-off'])
  if (ban_duration === 0 && before.banned_until) events.push(['admin-switched-on'])
  if (role === 'admin' && before.role !== 'admin') events.push(['admin-approved'])
  if (role === 'member' && before.role !== 'member') events.push(['account-changed', 'role member'])
  if (email_confirm && !before.email_confirmed_at)
    events.push(['account-changed', 'address taken as confirmed'])
  if (attributes.user_metadata || attributes.app_metadata)
    events.push(['account-changed', 'metadata'])
  return events
}

async function hashOf(deps: Basics, by: SignedIn, email: string, password: string | undefined) {
  if (password === undefined) return null
  await demandPasswordStrength(deps, { password, email }, signedIn(by))
  await refundTry(deps.db, 'strength', signedIn(by))
  return hashPassword(password)
}

/** In bytes of UTF-8. Limited, since every reply with the account contains the metadata. */
const MOST_BYTES = 10 * 1024
/** Nested levels. Far fewer than would overflow the stack. */
const MOST_LEVELS = 32

export const metadata = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      isStorable,
      `Must be JSON of at most 10 KB and ${MOST_LEVELS} levels that can be stored`,
    ),
  )

export async function addMetadata(tx: Tx, id: string, added: { user?: object; app?: object }) {
  const account = await mergeMetadata(tx, id, added)
  const tooMuch =
    (added.user && sizeOf(account?.user_metadata) > MOST_BYTES) ||
    (added.app && sizeOf(account?.app_metadata) > MOST_BYTES)
  if (tooMuch) throw new Refusal(400, 'An account keeps at most 10 KB of metadata.')
  return account
}

const sizeOf = (value: object = {}) => Buffer.byteLength(JSON.stringify(value))

function isStorable(value: object): boolean {
  if (!isWithin(MOST_LEVELS, value) || sizeOf(value) > MOST_BYTES) return false
  try {
    return Boolean(JSON.stringify(value, demandStorable))
  } catch {
    return false
  }
}

const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isWithin(levels - 1, each)))

function demandStorable(key: string, value: unknown): unknown {
  text.parse(key)
  if (typeof value === 'string') text.parse(value)
  return value
}
