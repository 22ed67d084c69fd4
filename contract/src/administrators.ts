import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EmailReply, email, timestamp } from './fields.ts'

/** Every change requires a `confirmIdentity` within the last ten minutes, otherwise 403 'reauthentication_needed'. */

const params = z.object({ id: z.uuid() })

/** invited: has not opened the invitation. waiting: signed up, but not yet admitted. off: cannot sign in. */
export const AdministratorState = z.enum(['active', 'invited', 'waiting', 'off'])

export const Administrator = z.object({
  id: z.uuid(),
  email: z.string(),
  state: AdministratorState,
  two_factor_enabled: z.boolean(),
  created_at: timestamp,
  last_sign_in_at: z.nullable(timestamp),
  invitation_expires_at: z.nullable(timestamp),
})
export type Administrator = z.infer<typeof Administrator>

export const listAdministrators = endpoint('GET /api/administrators', {
  reply: z.array(Administrator),
})

/** The invitation's link, for the inviting administrator to pass on. Only this reply has it, without a mail server. */
const link = z.optional(z.string())

/** The invitation lasts 7 days. 422 if the address has an account. */
export const inviteAdministrator = endpoint('POST /api/administrators', {
  body: z.object({ email }),
  reply: z.extend(Administrator, { code: EmailReply.shape.code, link }),
})

export const resendInvitation = endpoint('POST /api/administrators/:id/invitation', {
  params,
  reply: z.extend(EmailReply, { link }),
})

export const withdrawInvitation = endpoint('DELETE /api/administrators/:id/invitation', { params })

const changed = { params, reply: Administrator }

/** Admits an account that signed up by itself. */
export const approveAdministrator = endpoint('POST /api/administrators/:id/approve', changed)

/** Ends the account's sessions. 409 for the last working administrator and for the caller. */
export const switchOffAdministrator = endpoint('POST /api/administrators/:id/off', changed)

export const switchOnAdministrator = endpoint('POST /api/administrators/:id/on', changed)

/** Removes factors and recovery codes, ends the sessions and notifies the owner. */
export const resetSecondFactor = endpoint('POST /api/administrators/:id/reset-2fa', changed)

/** Keeps the account's history. 409 for the last working administrator and for the caller. */
export const removeAdministrator = endpoint('DELETE /api/administrators/:id', { params })
