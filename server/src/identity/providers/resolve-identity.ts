import { email as Email } from '@attest/contract/fields'
import type { IDToken } from 'openid-client'
import type { Person } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import { transactUncrossed } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { From } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { addAdmin, changeAdmin, findAdminByEmail } from '../administrators/queries.ts'
import { asCaller, type Caller } from '../guard.ts'
import { deleteCodes, isInvitationOpen } from '../one-time-codes.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { addIdentity, findIdentity, noteSignIn } from './queries.ts'

export const personOf = ({ sub, email, email_verified, name }: IDToken): Person => ({
  sub,
  email: Email.safeParse(email).data?.toLowerCase() ?? null,
  email_verified: email_verified === true,
  name: typeof name === 'string' ? name : null,
})

interface Source {
  provider: string
  from: From
}

type Needed = Pick<Deps, 'db' | 'config' | 'now' | 'accountMail' | 'providers'>

/** Returns the id of the linked account, of the one with the confirmed address, or of a new sign-up. */
export async function resolveIdentity(deps: Needed, person: Person, source: Source) {
  const at = deps.now()
  // Another tab may have made the link, or the account may be gone.
  const { adminId, linkedTo } = await transactUncrossed(deps.db, async (tx) => {
    const identity = await findIdentity(tx, { provider: source.provider, subject: person.sub })
    if (identity) {
      await noteSignIn(tx, identity.id, person, at.toISOString())
      return { adminId: identity.admin_id, linkedTo: undefined }
    }
    const admin =
      (await vouchedFor(tx, person, at)) ??
      (deps.config.ALLOW_SIGNUP && (await signUp(tx, person, at)))
    if (!admin) refuse('signup_disabled', { message: NOBODY })
    await link(tx, admin, person, source, at)
    return { adminId: admin.id, linkedTo: admin.email }
  })
  sendLinkedNotice(deps, linkedTo, source.provider)
  return adminId
}

function sendLinkedNotice(
  { accountMail, providers }: Needed,
  email: string | undefined,
  provider: string,
) {
  if (email) accountMail.sendNotice(email, NOTICES.identity_linked(providers.labelOf(provider)))
}

export async function linkPerson(
  deps: Needed,
  { address, userAgent, ...caller }: Caller & From,
  person: Person,
  provider: string,
): Promise<void> {
  const source = { provider, from: { address, userAgent } }
  const linkedTo = await asCaller(deps, caller, async (tx, admin) => {
    const identity = await findIdentity(tx, { provider, subject: person.sub })
    if (identity && identity.admin_id !== admin.id) refuse('identity_already_exists')
    if (identity) return undefined
    await link(tx, admin, person, source, deps.now())
    return admin.email
  })
  sendLinkedNotice(deps, linkedTo, provider)
}

async function link(
  tx: Tx,
  admin: { id: string; email: string },
  person: Person,
  { provider, from }: Source,
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

/** The account of a confirmed address, or its open invitation. A password set before confirmation may be a trap. */
async function vouchedFor(tx: Tx, { email, email_verified }: Person, at: Date) {
  if (!email || !email_verified) return undefined
  const admin = await findAdminByEmail(tx, email)
  if (!admin || admin.email_confirmed_at) return admin
  if (admin.password_hash !== null) return undefined
  if (!admin.invited_at || !isInvitationOpen(admin.invited_at, at)) return undefined
  const accepted = await changeAdmin(tx, admin.id, { email_confirmed_at: at.toISOString() })
  // A reader of the mailbox could otherwise set a password.
  await deleteCodes(tx, admin.id, ['invite'])
  return accepted
}

async function signUp(tx: Tx, person: Person, at: Date) {
  const { email, email_verified } = person
  if (!email || !email_verified) return undefined
  const made = await addAdmin(tx, { email, role: 'member', email_confirmed_at: at.toISOString() })
  return made ?? vouchedFor(tx, person, at)
}
