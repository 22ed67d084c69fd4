import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, pageQuery, searchText, storedFields, timestamp } from './fields.ts'
import { Reported, ReportedAs } from './wrong-hands.ts'

// The clients of a round who have not answered, and the calls to them.

/** Only a call helps these clients: no email may be sent to them, or none arrives. */
export const UNREACHABLE = [
  'disputed',
  ...ReportedAs.options,
  'email_unconfirmed',
  'address_bounced',
  'failed',
  'no_address',
  'unusable_address',
] as const

/** Reminders go to these clients: an email reached them, whether or not they opened its link. */
export const REMINDED = ['opened', 'asked'] as const

export const OutstandingReason = z.enum([
  ...UNREACHABLE,
  'not_asked',
  'letter',
  'opened',
  'asked',
  'queued',
])
export type OutstandingReason = z.infer<typeof OutstandingReason>

/** In the order of the bar: clients that email reaches come first. */
export const REASON_NAMES: Record<OutstandingReason, string> = {
  asked: 'No answer yet',
  opened: 'Opened, not answered',
  letter: 'Asked on paper',
  queued: 'Email waiting',
  not_asked: 'Not asked',
  disputed: 'Disputed',
  wrong_person: 'Wrong person',
  reported_deceased: 'Reported as deceased',
  email_unconfirmed: 'New email not confirmed',
  failed: 'Email failed',
  address_bounced: 'Address bounced',
  no_address: 'No email address',
  unusable_address: 'Unusable email address',
}

export const CallOutcome = z.enum(['no_answer', 'left_message', 'will_answer'])
export type CallOutcome = z.infer<typeof CallOutcome>

export const OUTCOME_NAMES: Record<CallOutcome, string> = {
  no_answer: 'Did not pick up',
  left_message: 'Left a message',
  will_answer: 'Will answer',
}

/** A call to the client that brought no answer. */
export const Call = z.object({
  id: z.int(),
  at: timestamp,
  admin_email: z.string(),
  outcome: CallOutcome,
  note: z.nullable(z.string()),
})
export type Call = z.infer<typeof Call>

export const OutstandingClient = z.object({
  client_id: z.int(),
  client_number: z.string(),
  name: z.string(),
  ...storedFields([
    'email',
    'phone_number',
    'alt_number',
    'address',
    'city',
    'state',
    'zip_code',
    'country',
  ]),
  reason: OutstandingReason,
  error: z.nullable(z.string()),
  /** Only with a reason of `ReportedAs`. */
  reported: z.nullable(Reported),
  requests: z.int(),
  reminders: z.int(),
  last_asked_at: z.nullable(timestamp),
  /** The last request or reminder; null while that email waits. */
  last_emailed_at: z.nullable(timestamp),
  /** returned: no letter reaches the postal address. printed: the last letter is not marked as mailed. */
  paper: z.nullable(z.enum(['returned', 'printed'])),
  calls: z.array(Call),
  /** The newest reply since the round's start. `from`: its sender, if not the address that our email went to. */
  reply: z.nullable(z.object({ at: timestamp, text: z.string(), from: z.nullable(z.string()) })),
})
export type OutstandingClient = z.infer<typeof OutstandingClient>

/** unreachable: the clients that email cannot reach. remindable: reminders go to these. */
export const OutstandingFilter = z.enum([
  'all',
  'unreachable',
  'remindable',
  ...OutstandingReason.options,
])
export type OutstandingFilter = z.infer<typeof OutstandingFilter>

/** Clients by who is in charge: all, mine (the caller), nobody, or the id of an account. */
export const PersonFilter = z.union([z.enum(['all', 'mine', 'nobody']), z.uuid()])
export type PersonFilter = z.infer<typeof PersonFilter>

/** Clients that email cannot reach come first. */
export const listOutstanding = endpoint('GET /api/admin/rounds/:id/outstanding', {
  params: idParams,
  query: z.object({
    reason: z._default(OutstandingFilter, 'all'),
    person: z._default(PersonFilter, 'all'),
    search: searchText,
    ...pageQuery,
  }),
  reply: z.object({ clients: z.array(OutstandingClient), total: z.int() }),
})

/** Outstanding clients by person in charge: the value of the first own column of administrators. Null without one. */
export const countByPerson = endpoint('GET /api/admin/rounds/:id/people', {
  params: idParams,
  reply: z.object({
    column: z.nullable(z.object({ id: z.int(), name: z.string() })),
    /** Null: nobody is in charge. */
    people: z.array(
      z.object({
        id: z.nullable(z.string()),
        /** Null: the account was removed. */
        email: z.nullable(z.string()),
        outstanding: z.int(),
      }),
    ),
  }),
})

export const recordCall = endpoint('POST /api/admin/rounds/:id/calls', {
  params: idParams,
  body: z.object({ client_id: z.int(), outcome: CallOutcome, note: optionalText }),
  reply: Call,
})
