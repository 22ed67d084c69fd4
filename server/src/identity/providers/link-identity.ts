import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { hashToken, newToken } from '../../secret-token.ts'
import { NOTICES } from '../account-letters.ts'
import { demandConfirmed } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asCaller } from '../sessions/lock-caller.ts'
import { deleteIdentity, listIdentities, takeFlow } from './queries.ts'
import { linkPerson } from './resolve-identity.ts'
import { beginAtProvider, ownPage } from './sign-in-by-provider.ts'

interface Linking {
  provider: string
  return_to: string
  codeChallenge?: string
}

export async function beginLinking(
  deps: Deps,
  admin: SignedIn,
  { provider, return_to, codeChallenge }: Linking,
): Promise<string> {
  demandConfirmed(admin, deps.now())
  return beginAtProvider(deps, {
    provider,
    redirectTo: ownPage(deps, return_to, deps.config.PUBLIC_URL),
    codeChallenge: codeChallenge ?? newToken(),
    linkSessionId: admin.sessionId,
  })
}

/** Needs the session that began it and the code of the address. Works once. */
export async function completeLinking(deps: Deps, admin: SignedIn, code: string): Promise<void> {
  const flow = await takeFlow(deps.db, hashToken(code), deps.now().toISOString())
  if (!flow?.person || flow.link_session_id !== admin.sessionId) refuse('flow_state_not_found')
  await linkPerson(deps, admin, flow.person, flow.provider)
}

export async function unlinkIdentity(deps: Deps, admin: SignedIn, id: string): Promise<void> {
  demandConfirmed(admin, deps.now())
  const provider = await asCaller(deps, admin, async (tx, account) => {
    // The second of two concurrent calls sees that this is the last one.
    const identities = await listIdentities(tx, admin.id)
    const identity = identities.find((each) => each.id === id) ?? refuse('identity_not_found')
    if (identities.length === 1 && !account.password_hash) refuse('single_identity_not_deletable')
    await deleteIdentity(tx, id)
    await logEvent(tx, 'identity-unlinked', admin, deps.now(), identity.provider)
    return identity.provider
  })
  deps.accountMail.sendNotice(
    admin.email,
    NOTICES.identity_unlinked(deps.providers.labelOf(provider)),
  )
}
