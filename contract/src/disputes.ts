import * as z from 'zod/mini'
import { Client } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, MessageReply, timestamp } from './fields.ts'

const params = z.object({ token: z.string() })
const byLink = { access: 'public', params, reply: MessageReply } as const

/** All mail goes to the client's new email from now on. A repeat changes nothing. 404 as for a verification link. */
export const confirmEmail = endpoint('POST /api/confirm-email/:token', byLink)

/** The client says that the receipt's answer was not theirs. A repeat changes nothing. 404 as for a link. */
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
      /** Whether the client's record still has the answered value. */
      isCurrent: z.boolean(),
    }),
  ),
})
export type Dispute = z.infer<typeof Dispute>

const oneClient = { params: idParams, reply: Client }

/** The office decides that the report of a link's holder was wrong, so mail goes out again. 409 `no_report`. */
export const endReport = endpoint('POST /api/admin/users/:id/report/end', oneClient)

/** 404 without a dispute. */
export const getDispute = endpoint('GET /api/admin/users/:id/dispute', {
  params: idParams,
  reply: Dispute,
})

/** `restore` resets values that are still the answer’s, and sets pending. 409 `no_dispute`, `dispute_changed`. */
export const endDispute = endpoint('POST /api/admin/users/:id/dispute/end', {
  ...oneClient,
  body: z.object({ restore: z.boolean(), answerIds: z.optional(z.array(z.int())) }),
})
