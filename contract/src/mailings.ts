import { z } from 'zod'
import { StatusFilter } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'

export const EmailError = z.object({ email: z.string(), error: z.string() })

/** The live counts of one mailing. */
export const Mailing = z.object({
  id: z.int(),
  kind: z.enum(['import', 'bulk', 'resend', 'created']),
  statusFilter: StatusFilter.nullable(),
  created_at: timestamp,
  totalUsers: z.int(),
  /** How many went back to pending because a new round began. */
  updatedCount: z.int(),
  emailsSent: z.int(),
  emailsFailed: z.int(),
  /** Queued or being sent. */
  emailsWaiting: z.int(),
  emailsCanceled: z.int(),
  /** The first 100. */
  emailErrors: z.array(EmailError),
  /** The SMTP host, or 'outbox'. */
  smtpProvider: z.string(),
  /** Why the waiting ones wait, in words; null while the sender works. */
  waitingBecause: z.string().nullable(),
})
export type Mailing = z.infer<typeof Mailing>

export const getMailing = endpoint({
  method: 'GET',
  path: '/api/admin/mailings/:id',
  params: idParams,
  reply: Mailing,
})

export const BulkResult = z.object({
  totalUsers: z.int(),
  updatedCount: z.int(),
  emailsSent: z.int(),
  emailsFailed: z.int(),
  emailErrors: z.array(EmailError),
  smtpProvider: z.string(),
  statusFilter: StatusFilter,
})

/** Answers when every message was tried once, or after 120 s. */
export const bulkSend = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-send-emails',
  body: z.object({ statusFilter: StatusFilter }),
  reply: BulkResult,
  accepted: z.object({ mailingId: z.int() }),
})

/** Waits at most 10 s for the mail server. */
export const resendEmail = endpoint({
  method: 'POST',
  path: '/api/admin/resend-email/:id',
  params: idParams,
  reply: z.object({ message: z.string() }),
})
