import * as z from 'zod/mini'
import { StatusFilter } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, pageQuery, searchText, timestamp } from './fields.ts'

export const EmailError = z.object({ email: z.string(), error: z.string() })

/** A mailing with its live counts. */
export const MailingSummary = z.object({
  id: z.int(),
  /** retry: to those whom an earlier mailing did not reach. resend and created: to one client. */
  kind: z.enum(['import', 'bulk', 'retry', 'resend', 'created']),
  statusFilter: z.nullable(StatusFilter),
  /** For a retry: the mailing whose failed messages it repeats. */
  retryOf: z.nullable(z.int()),
  /** Who began it, by the address of that day. */
  admin_email: z.string(),
  created_at: timestamp,
  /** When what was left was canceled. */
  canceled_at: z.nullable(timestamp),
  totalUsers: z.int(),
  /** How many went back to pending because a new round began. */
  updatedCount: z.int(),
  emailsSent: z.int(),
  emailsFailed: z.int(),
  /** Queued or being sent. */
  emailsWaiting: z.int(),
  emailsCanceled: z.int(),
})
export type MailingSummary = z.infer<typeof MailingSummary>

export const Mailing = z.extend(MailingSummary, {
  /** Of the waiting: never tried yet. While there are any the mailing is running. */
  emailsUntried: z.int(),
  /** Of the sent: perhaps twice, because a first try was cut off. */
  emailsInDoubt: z.int(),
  /** How many failed ones could be tried again: still in the list, unanswered and not reached since. */
  retryable: z.int(),
  /** The first 100. */
  emailErrors: z.array(EmailError),
  /** The SMTP host, or 'outbox'. */
  smtpProvider: z.string(),
  /** Why the waiting ones wait, in words; null while the sender works. */
  waitingBecause: z.nullable(z.string()),
})
export type Mailing = z.infer<typeof Mailing>

/** The newest first. */
export const listMailings = endpoint({
  method: 'GET',
  path: '/api/admin/mailings',
  query: z.object({
    /** many: imports, bulk sends and retries. one: resends and welcomes of single clients. */
    recipients: z._default(z.enum(['many', 'one', 'all']), 'many'),
    /** Those that went, or will go, to a client of the list whom every word of it fits, of the first eight. */
    search: searchText,
    ...pageQuery,
  }),
  reply: z.object({ mailings: z.array(MailingSummary), total: z.int() }),
})

export const getMailing = endpoint({
  method: 'GET',
  path: '/api/admin/mailings/:id',
  params: idParams,
  reply: Mailing,
})

/** What one client was sent, or will be. Never the link. */
export const Message = z.object({
  id: z.int(),
  mailing_id: z.int(),
  kind: MailingSummary.shape.kind,
  created_at: timestamp,
  /** Null: the client was deleted since. */
  client_id: z.nullable(z.int()),
  /** As the list names the client today; null where it was deleted. */
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  client_number: z.nullable(z.string()),
  email: z.string(),
  state: z.enum(['queued', 'sending', 'accepted', 'failed', 'canceled']),
  /** Tries that ended; while the server as a whole is unreachable none is counted. */
  attempts: z.int(),
  /** For a queued one that was tried: when it is tried again. */
  next_attempt_at: z.nullable(timestamp),
  /** When it was accepted, failed for good or canceled. */
  settled_at: z.nullable(timestamp),
  /** The last failure in plain words, and what the server itself said. */
  error: z.nullable(z.string()),
  smtp_response: z.nullable(z.string()),
  /** A first try was cut off before its outcome was known: it may have arrived twice, as one message. */
  in_doubt: z.boolean(),
  provider: z.nullable(z.string()),
  template_id: z.string(),
  /** Null before the first try. */
  template_version: z.nullable(z.int()),
})
export type Message = z.infer<typeof Message>

export const MessageFilter = z.enum([
  'all',
  'waiting',
  'accepted',
  'failed',
  'canceled',
  'in_doubt',
])
export type MessageFilter = z.infer<typeof MessageFilter>

const messageSelection = {
  /** Parts of the name, the client number or an address; every word must occur, of the first eight. */
  search: searchText,
  state: z._default(MessageFilter, 'all'),
}

/** Who got a mailing and who did not. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/mailings/:id/messages',
  params: idParams,
  query: z.object({ ...messageSelection, ...pageQuery }),
  reply: z.object({ messages: z.array(Message), total: z.int() }),
})

/** The same ones as a CSV file; its name is in content-disposition. */
export const exportMessages = endpoint({
  method: 'GET',
  path: '/api/admin/mailings/:id/export',
  params: idParams,
  query: z.object(messageSelection),
})

/** Every message of one client, the newest first; at most 200. */
export const listClientMessages = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/messages',
  params: idParams,
  reply: z.array(Message),
})

/** Cancels what has not begun; what is on its way ends, and is not tried again. */
export const cancelMailing = endpoint({
  method: 'POST',
  path: '/api/admin/mailings/:id/cancel',
  params: idParams,
  reply: Mailing,
})

/** A new mailing to those of the failed whom nothing has reached since. 409: there are none, or a mailing is running. */
export const retryMailing = endpoint({
  method: 'POST',
  path: '/api/admin/mailings/:id/retry',
  params: idParams,
  reply: z.object({ mailingId: z.int() }),
})

/** What a bulk send would do, before it is begun. */
export const previewBulkSend = endpoint({
  method: 'GET',
  path: '/api/admin/bulk-send-emails/preview',
  query: z.object({ statusFilter: StatusFilter }),
  reply: z.object({
    totalUsers: z.int(),
    /** How many had answered, and would be asked anew. */
    answered: z.int(),
    /** How many have the same address as another one of them: one mailbox gets several mails. */
    sharedAddress: z.int(),
    /** How many did not get the last mail that was sent to them. */
    failedLastTime: z.int(),
    /** How many have an address that no mail can be sent to. */
    unusableAddress: z.int(),
    /** How many have a template that holds no link: they cannot answer the mail. */
    withoutLink: z.int(),
    /** The mailing that is still running: a new one would be refused. */
    running: z.nullable(z.object({ mailingId: z.int(), message: z.string() })),
  }),
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

/**
 * Answers when every message was tried once, or after 120 s. 409 with the `mailingId` while another mailing
 * is running. The same `requestId` again gives the same mailing: a second press sends nothing.
 */
export const bulkSend = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-send-emails',
  body: z.object({ statusFilter: StatusFilter, requestId: z.optional(z.uuid()) }),
  reply: BulkResult,
  accepted: z.object({ mailingId: z.int() }),
})

/** Waits at most 10 s for the mail server. */
export const resendEmail = endpoint({
  method: 'POST',
  path: '/api/admin/resend-email/:id',
  params: idParams,
  /** email_waiting: the message says why the email has not left yet. */
  reply: z.object({ message: z.string(), code: z.optional(z.literal('email_waiting')) }),
})
