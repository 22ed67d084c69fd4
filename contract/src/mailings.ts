import * as z from 'zod/mini'
import {
  ClientStatus,
  hasSelectionOrNone,
  SelectionQuery,
  StatusFilter,
  selectionFields,
} from './clients.ts'
import { endpoint } from './endpoint.ts'
import { EmailReply, idParams, pageQuery, roundId, searchText, text, timestamp } from './fields.ts'

export const EmailError = z.object({ email: z.string(), error: z.string() })

/** totalUsers is the sum of sent, failed, waiting and canceled. */
const counts = {
  totalUsers: z.int(),
  /** Clients who had answered and are pending again. */
  updatedCount: z.int(),
  emailsSent: z.int(),
  emailsFailed: z.int(),
  emailsWaiting: z.int(),
  emailsCanceled: z.int(),
}

export const MailingSummary = z.object({
  id: z.int(),
  /** retry: to clients that an earlier mailing did not reach. reminder: no request. resend, created: to one client. */
  kind: z.enum([
    'import',
    'bulk',
    'retry',
    'reminder',
    'resend',
    'created',
    'new_link',
    'receipt',
    'confirm_email',
  ]),
  roundId: z.nullable(z.int()),
  roundName: z.nullable(z.string()),
  /** A planned reminder's number, counted from 1; null for others. */
  reminderNumber: z.nullable(z.int()),
  /** Only for a mailing to one client. The name is null once the client is deleted. */
  recipient: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  statusFilter: z.nullable(StatusFilter),
  /** For a retry: the mailing whose failed messages it repeats. */
  retryOf: z.nullable(z.int()),
  /** The administrator's address of that day; empty if a client caused the mailing. */
  admin_email: z.string(),
  created_at: timestamp,
  canceled_at: z.nullable(timestamp),
  ...counts,
  /** Accepted emails: fewer than emailsSent where clients share an address and a letter. */
  emails: z.int(),
  /** Sent emails whose client answered afterwards. */
  answered: z.int(),
  /** The mail server or `outbox`; null before the first email. */
  provider: z.nullable(z.string()),
})
export type MailingSummary = z.infer<typeof MailingSummary>

export const Mailing = z.extend(MailingSummary, {
  /** Waiting emails never tried. The mailing is running while there are any. */
  emailsUntried: z.int(),
  /** Sent emails that may have arrived twice, as a first try was cut off. */
  emailsInDoubt: z.int(),
  /** Failed emails that can be retried: the client still exists, is unanswered and was not reached since. */
  retryable: z.int(),
  emailErrors: z.array(EmailError),
  smtpProvider: z.string(),
  /** Why emails wait, in words; null while the sender works. */
  waitingBecause: z.nullable(z.string()),
})
export type Mailing = z.infer<typeof Mailing>

export const listMailings = endpoint('GET /api/admin/mailings', {
  query: z.object({
    /** many: imports, bulk sends, retries and reminders. one: those to single clients. */
    recipients: z._default(z.enum(['many', 'one', 'all']), 'many'),
    /** Mailings with a recipient who matches each of the first eight words. */
    search: searchText,
    ...pageQuery,
  }),
  reply: z.object({ mailings: z.array(MailingSummary), total: z.int() }),
})

const oneMailing = { params: idParams, reply: Mailing }

export const getMailing = endpoint('GET /api/admin/mailings/:id', oneMailing)

/** An email and its outcome so far. */
export const SentMessage = z.object({
  id: z.int(),
  mailing_id: z.int(),
  kind: MailingSummary.shape.kind,
  email: z.string(),
  state: z.enum(['queued', 'sending', 'accepted', 'failed', 'canceled']),
  /** Tries that reached the mail server. */
  attempts: z.int(),
  next_attempt_at: z.nullable(timestamp),
  settled_at: z.nullable(timestamp),
  /** When it came back after it was accepted. */
  bounced_at: z.nullable(timestamp),
  /** The last failure in plain words, and the mail server's own words. */
  error: z.nullable(z.string()),
  smtp_response: z.nullable(z.string()),
  /** A first try was cut off before its outcome was known: the email may have arrived twice. */
  in_doubt: z.boolean(),
  provider: z.nullable(z.string()),
  /** '' for an email about an answer, which has no template. */
  template_id: z.string(),
  template_version: z.nullable(z.int()),
})
export type SentMessage = z.infer<typeof SentMessage>

/** An email to one client, sent or waiting. Never the link. */
export const Message = z.extend(SentMessage, {
  created_at: timestamp,
  client_id: z.nullable(z.int()),
  /** The client's current name; null once deleted. */
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  client_number: z.nullable(z.string()),
  /** The client's first answer after this email was sent. */
  answer: z.nullable(z.enum(['confirmed', 'updated'])),
  answered_at: z.nullable(timestamp),
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
  /** Each of the first eight words must occur in the name, client number or an address. */
  search: searchText,
  state: z._default(MessageFilter, 'all'),
}

export const listMessages = endpoint('GET /api/admin/mailings/:id/messages', {
  params: idParams,
  query: z.object({ ...messageSelection, ...pageQuery }),
  reply: z.object({ messages: z.array(Message), total: z.int() }),
})

/** The same messages as a CSV file, named by content-disposition. */
export const exportMessages = endpoint('GET /api/admin/mailings/:id/export', {
  params: idParams,
  query: z.object(messageSelection),
})

/** Cancels queued emails. Emails in flight are not stopped, but not retried either. */
export const cancelMailing = endpoint('POST /api/admin/mailings/:id/cancel', oneMailing)

/** Sends failed letters again to clients who were not reached since. 409: nobody is left, or a mailing is running. */
export const retryMailing = endpoint('POST /api/admin/mailings/:id/retry', {
  params: idParams,
  reply: z.object({ mailingId: z.int() }),
})

/** Leaves out clients with an email accepted after this time; day: within 24 hours. Missing: leaves out nobody. */
const notEmailedSince = z.optional(z.union([z.literal('day'), timestamp]))

/** One letter for all recipients. Missing: the round's letter, or that of each client's group if it has none. */
const templateId = z.optional(text)

/** Clients by `ids`, or by a filter with its `total`, as in `bulkSend`. */
export const previewBulkSend = endpoint('GET /api/admin/bulk-send-emails/preview', {
  query: z.extend(SelectionQuery, { statusFilter: StatusFilter, notEmailedSince, templateId }),
  reply: z.object({
    /** All chosen clients: totalUsers get an email, those of the next five figures do not. */
    chosen: z.int(),
    leftOut: z.int(),
    excused: z.int(),
    disputed: z.int(),
    /** Reported as deceased, or their address as a wrong person’s. */
    reported: z.int(),
    withoutEmail: z.int(),
    totalUsers: z.int(),
    /** Recipients who have answered and are asked again. */
    answered: z.int(),
    /** Clients emailed after `latelySince`, among all who may be asked, also those left out. */
    emailedLately: z.int(),
    latelySince: timestamp,
    lastEmailedAt: z.nullable(timestamp),
    lastMailingId: z.int(),
    /** The recipients' letters, the most frequent first. */
    letters: z.array(
      z.object({
        template_id: z.string(),
        name: z.string(),
        subject: z.string(),
        recipients: z.int(),
      }),
    ),
    /** The mailing's round with its letter; without an id, a new one that the mailing starts. */
    round: z.object({
      id: z.nullable(z.int()),
      name: z.string(),
      template_id: z.nullable(z.string()),
      due_on: z.nullable(z.iso.date()),
    }),
    /** Clients who share address, letter and language get one email, up to 20 in each. */
    emails: z.int(),
    failedLastTime: z.int(),
    /** Recipients with an address that cannot be mailed. */
    unusableAddress: z.int(),
    /** Recipients whose template has no link: they cannot answer. */
    withoutLink: z.int(),
    /** The running mailing, which keeps a new one from starting. */
    running: z.nullable(z.object({ mailingId: z.int(), message: z.string() })),
  }),
})

export const BulkResult = z.object({
  ...counts,
  emailErrors: z.array(EmailError),
  smtpProvider: z.string(),
  statusFilter: StatusFilter,
})

/**
 * Replies once every email was tried, or after 120 s. 409 with the `mailingId` of a running mailing. A `requestId` that
 * is repeated sends nothing and replies about its mailing; 409 `request_changed` if the rest differs, or after a day.
 * With `ids`, or `filter` and `total`, only these clients. 409 `mailing_unseen` if a mailing after `lastMailingId`, the
 * one that the preview named, reached one of them.
 */
export const bulkSend = endpoint('POST /api/admin/bulk-send-emails', {
  body: z
    .object({
      statusFilter: StatusFilter,
      requestId: z.optional(z.uuid()),
      roundId,
      notEmailedSince,
      lastMailingId: z.optional(z.int()),
      templateId,
      ...selectionFields,
    })
    .check(hasSelectionOrNone),
  reply: BulkResult,
  accepted: z.object({ mailingId: z.int() }),
})

/**
 * Waits at most 10 s for the mail server. Treats a repeated `requestId` like `bulkSend`. `status`: the client's, as the
 * caller saw it. 409 with code `client_answered` if it was pending and the client has answered since,
 * `client_just_emailed` within a minute of a colleague's email.
 */
export const resendEmail = endpoint('POST /api/admin/resend-email/:id', {
  params: idParams,
  body: z.object({ requestId: z.optional(z.uuid()), roundId, status: z.optional(ClientStatus) }),
  reply: EmailReply,
})

/**
 * Sends or skips the next planned reminder now, or sends an extra one. A selection limits it to these recipients.
 * 409 codes: `reminder_changed` (`day` is no longer the next), `mailing_running`, `round_closed`, `selection_changed`.
 */
export const remind = endpoint('POST /api/admin/rounds/:id/remind', {
  params: idParams,
  body: z
    .object({
      /** Null: an extra reminder beside the plan. */
      day: z._default(z.nullable(z.int()), null),
      skip: z._default(z.boolean(), false),
      ...selectionFields,
    })
    .check(hasSelectionOrNone),
  /** `mailingId` is null if nobody was left to remind. */
  reply: z.object({ mailingId: z.nullable(z.int()), recipients: z.int() }),
})

/** How many of the selected clients a reminder would reach now. 409 with code `round_closed` or `selection_changed`. */
export const previewReminder = endpoint('GET /api/admin/rounds/:id/remind', {
  params: idParams,
  query: SelectionQuery,
  /** The number of clients, and of the emails to them. */
  reply: z.object({ recipients: z.int(), emails: z.int() }),
})
