import { hash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Person } from '../../db/account-schema.ts'
import type { AtProvider, Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { From, SignedIn } from '../../http/signed-in.ts'
import { MINUTE_MS } from '../../local-time.ts'
import { hashToken, newToken, seal, unseal } from '../../secret-key.ts'
import { NOTICES } from '../account-letters.ts'
import { findAdmin } from '../administrators/queries.ts'
import { asCaller, demandConfirmed } from '../guard.ts'
import { refuse, refuseGone } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { type FirstStep, noteRefused } from '../sessions/sessions.ts'
import { openidClient } from './providers.ts'
import * as queries from './queries.ts'
import { linkPerson, personOf, resolveIdentity } from './resolve-identity.ts'

const FLOW_MS = 10 * MINUTE_MS

interface Begin {
  provider: string
  redirectTo: string
  /** base64url(sha256(verifier)). Without it anyone who sees the return address could sign in. */
  codeChallenge: string | null | undefined
  linkSessionId?: string
}

export async function beginAtProvider(deps: AtProvider, begin: Begin): Promise<string> {
  const redirectTo = ownPage(deps.config, begin.redirectTo)
  const codeChallenge = begin.codeChallenge ?? refuse('validation_failed')
  const provider = await deps.providers.open(begin.provider)
  const oidc = await openidClient()
  const secrets = { verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() }
  const state = oidc.randomState()
  await queries
    .addFlow(deps.db, {
      state_hash: hashToken(state),
      provider: begin.provider,
      secrets: seal(deps.secretKey, JSON.stringify(secrets)),
      link_session_id: begin.linkSessionId ?? null,
      redirect_to: redirectTo,
      code_challenge: codeChallenge,
      expires_at: new Date(deps.now().getTime() + FLOW_MS).toISOString(),
    })
    .catch(refuseGone('session_not_found'))
  const { href } = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(deps.config),
    scope: 'openid email profile',
    state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return href
}

const callbackUrl = ({ PUBLIC_URL }: Config) => `${PUBLIC_URL}/auth/v1/callback`

/** Accepts the product's own pages only; a path needs a base. */
function ownPage({ PUBLIC_URL }: Config, address: string, base?: string): string {
  // Programs read backslashes, tabs and line breaks differently.
  const url = /[\\\s]/.test(address) ? null : URL.parse(address, base)
  const own = new URL(PUBLIC_URL)
  // Compares protocol and host, since the origin of blob:https://… is the inner address.
  const isOwn = url?.protocol === own.protocol && url.host === own.host
  if (!isOwn || url.username || url.password) refuse('redirect_not_allowed')
  return url.href
}

export async function returnFromProvider(deps: AtProvider, query: URLSearchParams, from: From) {
  const stateHash = hashToken(query.get('state') ?? '')
  const flow = await queries.findFlow(deps.db, stateHash, deps.now().toISOString())
  const page = new URL(flow?.redirect_to ?? `${deps.config.PUBLIC_URL}/sign-in`)
  try {
    if (!flow) refuse('bad_oauth_state')
    const person = await readAnswer(deps, flow, query)
    const admin_id = await whoseAnswer(deps, flow, person, from)
    const code = newToken()
    const answer = { admin_id, person: JSON.stringify(person), code_hash: hashToken(code) }
    if (!(await queries.answerFlow(deps.db, stateHash, answer).catch(refuseGone('user_not_found'))))
      refuse('bad_oauth_state')
    page.searchParams.set('code', code)
    return page.href
  } catch (error) {
    return withErrorOf(page, error)
  }
}

export function withErrorOf(page: URL, error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  page.searchParams.set('error', String(error.details.code))
  page.searchParams.set('error_description', error.message)
  return page.href
}

type Flow = NonNullable<Awaited<ReturnType<typeof queries.findFlow>>>

/** Links only in the browser that began, since an attacker could send the provider's address to a victim. */
async function whoseAnswer(deps: AtProvider, flow: Flow, person: Person, from: From) {
  const { provider, link_admin_id } = flow
  if (link_admin_id) return link_admin_id
  return resolveIdentity(deps, person, { provider, from }).catch(
    noteRefused(deps, { email: person.email, ...from }, firstStep(provider, person)),
  )
}

const firstStep = (provider: string, { sub }: Person): FirstStep => ({
  method: 'sso/oidc',
  identity: { provider, subject: sub },
})

async function readAnswer(
  deps: Pick<Deps, 'config' | 'log' | 'providers' | 'secretKey'>,
  flow: Flow,
  query: URLSearchParams,
): Promise<Person> {
  if (flow.link_session_id && !flow.link_admin_id) refuse('session_not_found')
  const provider = await deps.providers.open(flow.provider)
  const { verifier, nonce } = JSON.parse(unseal(deps.secretKey, flow.secrets))
  const answer = new URL(`${callbackUrl(deps.config)}?${query}`)
  const { authorizationCodeGrant } = await openidClient()
  const tokens = await authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: query.get('state') ?? '',
    idTokenExpected: true,
  }).catch((error) => {
    // The provider's own words are for the log only.
    deps.log.warn({ provider: flow.provider, code: error.code }, 'a provider refused a sign-in')
    refuse(error.error === 'access_denied' ? 'access_denied' : 'bad_oauth_callback')
  })
  const claims = tokens.claims() ?? refuse('bad_oauth_callback')
  // The library checks `azp` only beside several audiences.
  if (claims.azp !== undefined && claims.azp !== provider.clientMetadata().client_id)
    refuse('bad_oauth_callback')
  return personOf(claims)
}

/** Returns the account behind a code, if the verifier fits. A code works once. */
export async function exchangeCode(deps: AtProvider, code: string, verifier: string, from: From) {
  const flow = await queries.takeFlow(deps.db, hashToken(code), deps.now().toISOString())
  if (!flow) refuse('flow_state_not_found')
  if (hash('sha256', verifier, 'base64url') !== flow.code_challenge) refuse('bad_code_verifier')
  const adminId = flow.admin_id!
  const person = flow.person ?? refuse('flow_state_not_found')
  if (flow.link_session_id) {
    const owner = { id: adminId, sessionId: flow.link_session_id, ...from }
    await linkPerson(deps, owner, person, flow.provider)
  }
  const admin = (await findAdmin(deps.db, adminId)) ?? refuse('user_not_found')
  return { admin, ...firstStep(flow.provider, person) }
}

interface Linking {
  provider: string
  return_to: string
  codeChallenge?: string
}

export async function beginLinking(
  deps: AtProvider,
  admin: SignedIn,
  { provider, return_to, codeChallenge }: Linking,
): Promise<string> {
  demandConfirmed(admin, deps.now())
  return beginAtProvider(deps, {
    provider,
    redirectTo: ownPage(deps.config, return_to, deps.config.PUBLIC_URL),
    codeChallenge: codeChallenge ?? newToken(),
    linkSessionId: admin.sessionId,
  })
}

/** Needs the session that began the linking and the code in the return address. Works once. */
export async function completeLinking(deps: AtProvider, admin: SignedIn, code: string) {
  const flow = await queries.takeFlow(deps.db, hashToken(code), deps.now().toISOString())
  if (!flow?.person || flow.link_session_id !== admin.sessionId) refuse('flow_state_not_found')
  await linkPerson(deps, admin, flow.person, flow.provider)
}

export async function unlinkIdentity(
  deps: Pick<Deps, 'accountMail' | 'db' | 'now' | 'providers'>,
  admin: SignedIn,
  id: string,
): Promise<void> {
  demandConfirmed(admin, deps.now())
  const provider = await asCaller(deps, admin, async (tx, account) => {
    // Reads under the lock: the second of two concurrent calls sees that this is the last identity.
    const identities = await queries.listIdentities(tx, admin.id)
    const identity = identities.find((each) => each.id === id) ?? refuse('identity_not_found')
    if (identities.length === 1 && !account.password_hash) refuse('single_identity_not_deletable')
    await queries.deleteIdentity(tx, id)
    await logEvent(tx, 'identity-unlinked', admin, deps.now(), identity.provider)
    return identity.provider
  })
  deps.accountMail.sendNotice(
    admin.email,
    NOTICES.identity_unlinked(deps.providers.labelOf(provider)),
  )
}
