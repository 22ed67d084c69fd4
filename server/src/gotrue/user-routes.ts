import { randomUUID } from 'node:crypto'
import { type Body, endpoint } from '@attest/contract/endpoint'
import { email } from '@attest/contract/fields'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AdminRow } from '../db/account-schema.ts'
import { transact, transactEvenly } from '../db/transact.ts'
import type { Accounts, Deps, Identity, Timed } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import type { From, SignedIn } from '../http/signed-in.ts'
import { NOTICES } from '../identity/account-letters.ts'
import { addMetadata, metadata } from '../identity/administrators/change-account.ts'
import {
  addAdmin,
  deleteAdmin,
  findAdmin,
  findAdminByEmail,
  lockAdmin,
  NOBODY,
} from '../identity/administrators/queries.ts'
import {
  changePassword,
  confirmIdentity,
  mailProof,
  requestEmailChange,
} from '../identity/credentials.ts'
import { demandConfirmed, isBanned } from '../identity/guard.ts'
import { mailCode } from '../identity/mailed-codes.ts'
import { demandPasswordStrength, hashPassword } from '../identity/passwords.ts'
import { refuse } from '../identity/refusals.ts'
import { logEventIfAdmin } from '../identity/security-log/queries.ts'
import { endSessions, signOut } from '../identity/sessions/sessions.ts'
import { admitTry, signedIn, signUpAt, signUpWith } from '../identity/throttle.ts'
import { describeUser, WireUser } from './user-reply.ts'

export function userRoutes(service: FastifyInstance, deps: Deps): void {
  const present = async ({ id }: SignedIn) =>
    describeUser(deps.db, (await findAdmin(deps.db, id)) ?? refuse('session_not_found'))

  mount(service, SIGN_UP, ({ body, from }) => signUp(deps, body, from))
  mount(service, USER, ({ admin }) => present(admin))
  mount(service, CHANGE_USER, async ({ admin, body }) => {
    await changeUser(deps, admin, body)
    return present(admin)
  })
  mount(service, REAUTHENTICATE, async ({ admin }) => {
    await mailProof(deps, admin)
    return {}
  })
  mountRaw(service, LOGOUT, async ({ admin, query }, reply) => {
    await logout(deps, admin, query.scope)
    return reply.code(204).send()
  })
}

/** A mailed code or the present password counts as a proof for ten minutes. */
async function changeUser(deps: Identity, admin: SignedIn, wanted: z.infer<typeof UserChange>) {
  const { nonce, current_password, password, data } = wanted
  const email = wanted.email?.toLowerCase()
  const newEmail = email === admin.email ? undefined : email
  if (password !== undefined && newEmail !== undefined)
    throw new Refusal(400, 'Please change the address and the password one after the other.')
  if (password !== undefined)
    await demandPasswordStrength(deps, { password, email: admin.email }, signedIn(admin))
  let by = admin
  if (nonce !== undefined || current_password !== undefined) {
    await confirmIdentity(deps, admin, { code: nonce, current_password })
    by = { ...admin, confirmedAt: deps.now().toISOString() }
  }
  if (password !== undefined) demandConfirmed(by, deps.now())
  // Runs first: if too much metadata is refused, the rest must stay unchanged.
  if (data) await transact(deps.db, (tx) => addMetadata(tx, admin.id, { user: data }))
  if (password !== undefined) await changePassword(deps, by, password)
  if (newEmail !== undefined) await requestEmailChange(deps, by, newEmail)
}

/** Before the second step only the caller's own session may be ended. */
async function logout(deps: Timed, admin: SignedIn, scope: 'global' | 'local' | 'others') {
  const halfWay = admin.hasFactor && admin.aal !== 'aal2'
  if (halfWay && scope === 'others') refuse('insufficient_aal')
  if (halfWay || scope === 'local') await signOut(deps, admin)
  else await endSessions(deps, admin, scope)
}

const SIGN_UP = endpoint('POST /signup', {
  access: 'public',
  body: z.object({
    email,
    password: z.string().check(z.maxLength(1024)),
    data: z.optional(metadata),
  }),
  reply: WireUser,
})

/** Open before the second step, since the client reads the factors here. */
const USER = endpoint('GET /user', { access: 'first-step', reply: WireUser })

const UserChange = z.object({
  email: z.optional(email),
  password: z.optional(z.string().check(z.maxLength(1024))),
  current_password: z.optional(z.string().check(z.maxLength(1024))),
  nonce: z.optional(z.string().check(z.maxLength(20))),
  data: z.optional(metadata),
})

const CHANGE_USER = endpoint('PUT /user', { access: 'account', body: UserChange, reply: WireUser })

const REAUTHENTICATE = endpoint('GET /reauthenticate', { access: 'account', reply: z.object({}) })

const LOGOUT = endpoint('POST /logout', {
  access: 'first-step',
  query: z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') }),
})

/** Makes an account without rights. For a known address the reply is the same, and its owner gets a mail. */
async function signUp(deps: Identity, body: Body<typeof SIGN_UP>, from: From) {
  const { email, password, data = {} } = body
  if (!deps.config.ALLOW_SIGNUP) refuse('signup_disabled')
  await demandPasswordStrength(deps, { password, email }, signUpAt(from.address), 'address')
  const at = deps.now()
  await admitTry(deps.db, 'mail', signUpWith(email), at)
  const account = {
    id: randomUUID(),
    email: email.toLowerCase(),
    password_hash: await hashPassword(password),
    role: 'member' as const,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  }
  const made = await transactEvenly(deps.db, async (tx) => {
    // The same statements run whether or not the address has an account.
    const known = await findAdminByEmail(tx, email)
    const before = await lockAdmin(tx, known?.id ?? NOBODY)
    // Replaces an unproven account with its password and mails, so that confirming lets only one in.
    await deleteAdmin(tx, before && isUnproven(before, at) ? before.id : NOBODY)
    const admin = await addAdmin(tx, { ...account, user_metadata: JSON.stringify(data) })
    await logEventIfAdmin(tx, 'signed-up', { ...account, ...from }, at)
    return admin
  })
  deps.accountMail.inBackground(() => mailOwner(deps, account.email, made?.id), { spread: true })
  return describeUser(deps.db, { ...account, ...UNUSED, user_metadata: data })
}

const isUnproven = (admin: Selectable<AdminRow>, at: Date): boolean =>
  admin.role === 'member' && !admin.email_confirmed_at && !admin.invited_at && !isBanned(admin, at)

const UNUSED = {
  email_confirmed_at: null,
  new_email: null,
  invited_at: null,
  banned_until: null,
  last_sign_in_at: null,
  app_metadata: {},
}

async function mailOwner(deps: Accounts, email: string, madeId: string | undefined): Promise<void> {
  const owner = await findAdminByEmail(deps.db, email)
  const adminId = madeId ?? NOBODY
  const isMailed = await mailCode(deps, { adminId, kind: 'signup', email })
  // Other owners have an open invitation in their mailbox.
  if (!isMailed && owner?.email_confirmed_at)
    deps.accountMail.sendNotice(email, NOTICES.signed_up_again())
}
