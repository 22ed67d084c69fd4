import type { IDToken } from 'openid-client'
import { NOTICES } from '../account-mails/letters.ts'
import { addAdmin, changeAdmin, findAdmin, findAdminByEmail } from '../administrators/queries.ts'
import type { From } from '../auth/guard.ts'
import { refuse } from '../auth/refusals.ts'
import type { Person } from '../db/account-schema.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'
import { addIdentity, findIdentity, noteSignIn } from './queries.ts'

export const personOf = ({ sub, email, email_verified, name }: IDToken): Person => ({
  sub,
  email: typeof email === 'string' ? email.toLowerCase() : null,
  email_verified: email_verified === true,
  name: typeof name === 'string' ? name : null,
})

interface Coming {
  provider: string
  from: From
}

type Needed = Pick<Deps, 'db' | 'config' | 'now' | 'accountMail' | 'providers'>

/**
 * The admin behind a provider's account: the one it was linked to, or the one whose address the
 * provider vouches for, or nobody. Gives the admin's id.
 */
export async function resolveIdentity(
  deps: Needed,
  person: Person,
  coming: Coming,
): Promise<string> {
  const { adminId, linkedTo } = await resolve(deps, person, coming).catch((error) => {
    // Two tabs came back at once, both for the first time.
    if (isUniqueViolation(error)) return resolve(deps, person, coming)
    throw error
  })
  tellLinked(deps, linkedTo, coming)
  return adminId
}

interface Resolved {
  adminId: string
  /** The address of the account, where it was linked just now. */
  linkedTo?: string
}

function tellLinked({ accountMail, providers }: Needed, email: string | undefined, to: Coming) {
  if (email) accountMail.sendNotice(email, NOTICES.identity_linked(providers.labelOf(to.provider)))
}

function resolve({ db, config, now }: Needed, person: Person, coming: Coming): Promise<Resolved> {
  const at = now().toISOString()
  return transact(db, async (tx) => {
    const identity = await findIdentity(tx, coming.provider, person.sub)
    if (identity) {
      await noteSignIn(tx, identity.id, person, at)
      return { adminId: identity.admin_id }
    }
    const admin =
      (await vouchedFor(tx, person, at)) ?? (config.ALLOW_SIGNUP && (await signUp(tx, person, at)))
    if (!admin) refuse('signup_disabled', { message: NOBODY })
    await link(tx, admin, person, coming, now())
    return { adminId: admin.id, linkedTo: admin.email }
  })
}

/**
 * Links a provider's account to an admin who is signed in and has asked for it.
 * @throws Refusal identity_already_exists where it belongs to another one
 */
export async function linkPerson(
  deps: Needed,
  person: Person,
  { adminId, ...coming }: Coming & { adminId: string },
): Promise<void> {
  const linkedTo = await transact(deps.db, async (tx) => {
    const admin = (await findAdmin(tx, adminId)) ?? refuse('user_not_found')
    const identity = await findIdentity(tx, coming.provider, person.sub)
    if (identity && identity.admin_id !== adminId) refuse('identity_already_exists')
    if (identity) return undefined
    await link(tx, admin, person, coming, deps.now())
    return admin.email
  })
  tellLinked(deps, linkedTo, coming)
}

async function link(
  tx: Tx,
  admin: { id: string; email: string },
  person: Person,
  { provider, from }: Coming,
  at: Date,
): Promise<void> {
  await addIdentity(tx, {
    admin_id: admin.id,
    provider,
    subject: person.sub,
    email: person.email,
    data: JSON.stringify(person),
    created_at: at.toISOString(),
    last_sign_in_at: at.toISOString(),
  })
  await logEvent(tx, 'identity-linked', { ...admin, ...from }, at, provider)
}

const NOBODY =
  'No account here belongs to this sign-in. Ask an administrator of your firm to invite you.'

/**
 * The account with this address, where both sides have proven it. An account that someone made with
 * a password and an unproven address may be a trap; an open invitation has no password.
 */
async function vouchedFor(tx: Tx, { email, email_verified }: Person, at: string) {
  if (!email || !email_verified) return undefined
  const admin = await findAdminByEmail(tx, email)
  if (!admin || admin.email_confirmed_at) return admin
  if (admin.password_hash !== null) return undefined
  return changeAdmin(tx, admin.id, { email_confirmed_at: at })
}

/** Only an address the provider vouches for; the account may do nothing until it is let in. */
const signUp = async (tx: Tx, { email, email_verified }: Person, at: string) =>
  email && email_verified
    ? addAdmin(tx, { email, role: 'member', email_confirmed_at: at })
    : undefined
