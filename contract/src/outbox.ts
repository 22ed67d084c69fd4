import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, timestamp } from './fields.ts'

/** A mail that was written to the outbox, as it stands in the list of them. */
export const OutboxMail = z.object({
  /** Names it in the next call. */
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  written_at: timestamp,
})
export type OutboxMail = z.infer<typeof OutboxMail>

/**
 * The newest first. Only while no SMTP server is set; 409 otherwise. Mails about accounts are never among
 * them.
 */
export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  query: z.object(pageQuery),
  reply: z.object({ mails: z.array(OutboxMail), total: z.int() }),
})

/** One mail as it would arrive, with its link. The HTML must be shown in a sandboxed frame. */
export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/api/admin/outbox/:id',
  params: z.object({ id: z.string() }),
  reply: z.extend(OutboxMail, {
    from: z.string(),
    replyTo: z.nullable(z.string()),
    html: z.string(),
    text: z.string(),
  }),
})
