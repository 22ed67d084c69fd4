import type { IDToken } from 'openid-client'
import { addAdmin, changeAdmin, findAdmin, findAdminByEmail } from '../administrators/queries.ts'
import type { From } from '../auth/guard.ts'
import { refuse } from '../auth/refusals.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'
import { addIdentity, findIdentity, noteSignIn } from './queries.ts'

/** What of a provider's account is kept. */
function known({ sub, email, email_verified, name }: IDToken) {
  return {
    sub,
    email: typeof email === 'string' ? email.toLowerCase() : null,
    email_verified: email_verified === true,
    name: typeof name === 'string' ? name : null,
  }
}

/**
 * The admin behind a provider's account: the one it was linked to, or the one whose address the
 * provider vouches for, or nobody. Gives the admin's id.
 */
export function resolveIdentity(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  token: IDToken,
  coming: Coming,
): Promise<string> {
  return resolve(deps, token, coming).catch((error) => {
    // Two tabs came back at once, both for the first time.
    if (isUniqueViolation(error)) return resolve(deps, token, coming)
    throw error
  })
}

interface Coming {
  provider: string
  /** The admin that an account of the provider is to be linked to; absent: a sign-in. */
  linkTo?: string
  from: From
}

function resolve(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  token: IDToken,
  { provider, linkTo, from }: Coming,
): Promise<string> {
  const at = now().toISOString()
  const person = known(token)
  return transact(db, async (tx) => {
    const identity = await findIdentity(tx, provider, person.sub)
    if (identity) {
      if (linkTo && linkTo !== identity.admin_id) refuse('identity_already_exists')
      await noteSignIn(tx, identity.id, person, at)
      return identity.admin_id
    }
    const admin = linkTo
      ? await findAdmin(tx, linkTo)
      : ((await vouchedFor(tx, person, at)) ??
        (config.ALLOW_SIGNUP && (await signUp(tx, person, at))))
    if (!admin) refuse('signup_disabled', { message: NOBODY })
    await addIdentity(tx, {
      admin_id: admin.id,
      provider,
      subject: person.sub,
      email: person.email,
      data: JSON.stringify(person),
      created_at: at,
      last_sign_in_at: at,
    })
    await logEvent(tx, 'identity-linked', { ...admin, ...from }, now(), provider)
    return admin.id
  })
}

const NOBODY =
  'No account here belongs to this sign-in. Ask an administrator of your firm to invite you.'

/**
 * The account with this address, where both sides have proven it. An account that someone made with
 * a password and an unproven address may be a trap; an open invitation has no password.
 */
async function vouchedFor(tx: Tx, { email, email_verified }: ReturnType<typeof known>, at: string) {
  if (!email || !email_verified) return undefined
  const admin = await findAdminByEmail(tx, email)
  if (!admin || admin.email_confirmed_at) return admin
  if (admin.password_hash !== null) return undefined
  return changeAdmin(tx, admin.id, { email_confirmed_at: at })
}

/** Only an address the provider vouches for; the account may do nothing until it is let in. */
const signUp = async (tx: Tx, { email, email_verified }: ReturnType<typeof known>, at: string) =>
  email && email_verified
    ? addAdmin(tx, { email, role: 'member', email_confirmed_at: at })
    : undefined
