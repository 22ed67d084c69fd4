import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

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
  query: z.object({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  reply: z.object({ mails: z.array(OutboxMail), total: z.int() }),
})

/** One mail as it would arrive, with its link. The HTML must be shown in a sandboxed frame. */
export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/api/admin/outbox/:id',
  params: z.object({ id: z.string() }),
  reply: OutboxMail.extend({
    from: z.string(),
    replyTo: z.string().nullable(),
    html: z.string(),
    text: z.string(),
  }),
})
