import * as z from 'zod/mini'
import { newPassword, PasskeyAnswer, sixDigits } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { email, MessageReply, text, timestamp } from './fields.ts'

/** Calls that could hand over the account answer 403 'reauthentication_needed' without a recent `confirmIdentity`. */

const uuidParams = z.object({ id: z.uuid() })

/** A call about a factor, session or linked account of the caller. */
const oneOfOwn = { access: 'account', params: uuidParams } as const

export const Factor = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'webauthn']),
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
})
export type Factor = z.infer<typeof Factor>

export const Account = z.object({
  id: z.uuid(),
  email: z.string(),
  /** A new address that was requested and is not yet confirmed by email. */
  new_email: z.nullable(z.string()),
  role: z.enum(['admin', 'member']),
  has_password: z.boolean(),
  /** The firm requires a second factor, so the last one cannot be removed. */
  two_factor_required: z.boolean(),
  factors: z.array(Factor),
  recovery_codes_left: z.int(),
  identities: z.array(
    z.object({ id: z.uuid(), provider: z.string(), email: z.nullable(z.string()) }),
  ),
})
export type Account = z.infer<typeof Account>

export const getAccount = endpoint('GET /api/account', { access: 'account', reply: Account })

/** The current password, or a code from `mailCode`. */
const Proof = z.object({
  current_password: z.optional(z.string().check(z.maxLength(1024))),
  code: z.optional(sixDigits),
})

/** The confirmation lasts ten minutes and counts for this session only. 422 'The password is not right.' */
export const confirmIdentity = endpoint('POST /api/account/confirm', {
  access: 'account',
  body: Proof,
})

/** Mails a 6-digit code to the administrator's own address. */
export const mailCode = endpoint('POST /api/account/code', {
  access: 'account',
  reply: MessageReply,
})

/** Always requires the current password or a mailed code. Ends all other sessions. */
export const changePassword = endpoint('POST /api/account/password', {
  access: 'account',
  body: z.extend(Proof, { password: newPassword }),
})

/** Mails a link to the new address, which replaces the old one once it is opened. Notifies the old address. */
export const changeEmail = endpoint('POST /api/account/email', {
  access: 'account',
  body: z.object({ email }),
  reply: MessageReply,
})

export const cancelEmailChange = endpoint('DELETE /api/account/email', { access: 'account' })

const factorName = z._default(
  text.check(z.trim(), z.maxLength(60, 'Must be at most 60 characters')),
  '',
)

export const enrolTotp = endpoint('POST /api/account/totp', {
  access: 'account',
  body: z.object({ name: factorName }),
  reply: z.object({ id: z.uuid(), secret: z.string(), uri: z.string(), qr_code: z.string() }),
})

export const enrolPasskey = endpoint('POST /api/account/passkeys', {
  access: 'account',
  body: z.object({ name: factorName }),
  reply: z.object({
    id: z.uuid(),
    challenge_id: z.uuid(),
    options: z.looseObject({ challenge: z.string() }),
  }),
})

/** Ends the caller's token and all sessions without a second step. The first factor brings recovery codes. */
export const verifyNewFactor = endpoint('POST /api/account/factors/:id/verify', {
  access: 'account',
  params: uuidParams,
  body: z.object({
    code: z.optional(sixDigits),
    challenge_id: z.optional(z.uuid()),
    answer: z.optional(PasskeyAnswer),
  }),
  reply: z.object({ token: z.string(), recovery_codes: z.nullable(z.array(z.string())) }),
})

export const removeFactor = endpoint('DELETE /api/account/factors/:id', oneOfOwn)

/** Replaces all earlier codes. The reply alone shows the new ones. */
export const makeRecoveryCodes = endpoint('POST /api/account/recovery-codes', {
  access: 'account',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})

export const AccountSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  address: z.string(),
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
})
export type AccountSession = z.infer<typeof AccountSession>

export const listSessions = endpoint('GET /api/account/sessions', {
  access: 'account',
  reply: z.array(AccountSession),
})

export const endSession = endpoint('DELETE /api/account/sessions/:id', oneOfOwn)

export const endOtherSessions = endpoint('POST /api/account/sessions/end-others', {
  access: 'account',
  reply: z.object({ ended: z.int() }),
})

/** Returns the provider's address, which leads back to `return_to` with `code`, or `error` and `error_description`. */
export const linkIdentity = endpoint('POST /api/account/identities', {
  access: 'account',
  body: z.object({
    provider: z.string().check(z.maxLength(60)),
    return_to: z.string().check(z.maxLength(200)),
  }),
  reply: z.object({ url: z.string() }),
})

/** Only the session that started the linking can complete it, so nobody can link an account to a stranger. */
export const completeLinking = endpoint('POST /api/account/identities/complete', {
  access: 'account',
  body: z.object({ code: z.string().check(z.maxLength(200)) }),
})

export const unlinkIdentity = endpoint('DELETE /api/account/identities/:id', oneOfOwn)
