import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, timestamp } from './fields.ts'

export const OutboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  written_at: timestamp,
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** The newest first. 409 when an SMTP server is set. Never lists account emails. */
export const listOutbox = endpoint('GET /api/admin/outbox', {
  query: z.object(pageQuery),
  reply: z.object({ mails: z.array(OutboxMail), total: z.int() }),
})

/** The email with the client's link. Show its HTML in a sandboxed frame only. */
export const getOutboxMail = endpoint('GET /api/admin/outbox/:id', {
  params: z.object({ id: z.string() }),
  reply: z.extend(OutboxMail, {
    from: z.string(),
    replyTo: z.nullable(z.string()),
    html: z.string(),
    text: z.string(),
  }),
})
