import * as z from 'zod/mini'
import { Client } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, MessageReply, timestamp } from './fields.ts'

const params = z.object({ token: z.string() })
const byLink = { access: 'public', params, reply: MessageReply } as const

/** The new email of a client gets the mail from now on. Repeating the call is fine. 404 as for a verification link. */
export const confirmEmail = endpoint('POST /api/confirm-email/:token', byLink)

/** The answer in the receipt was not the client's. Repeating it changes nothing. 404 as for a verification link. */
export const reportNotMe = endpoint('POST /api/not-me/:token', byLink)

export const Dispute = z.object({
  disputed_at: timestamp,
  answered_at: timestamp,
  answerIds: z.array(z.int()),
  fields: z.array(
    z.object({
      field: z.string(),
      before: z.string(),
      answered: z.string(),
      /** The client still has the answer's value. */
      isCurrent: z.boolean(),
    }),
  ),
})
export type Dispute = z.infer<typeof Dispute>

const oneClient = { params: idParams, reply: Client }

/** The report of a link's holder was a mistake: mail goes again. 409 `no_report` if none stops it. */
export const endReport = endpoint('POST /api/admin/users/:id/report/end', oneClient)

/** 404 without a dispute. */
export const getDispute = endpoint('GET /api/admin/users/:id/dispute', {
  params: idParams,
  reply: Dispute,
})

/** `restore` resets what still holds the answer; the client is then pending. 409 `no_dispute`, `dispute_changed`. */
export const endDispute = endpoint('POST /api/admin/users/:id/dispute/end', {
  ...oneClient,
  body: z.object({ restore: z.boolean(), answerIds: z.optional(z.array(z.int())) }),
})
