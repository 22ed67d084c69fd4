import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, text, timestamp } from './fields.ts'
import { Change } from './history.ts'
import { Message } from './mailings.ts'
import { CallOutcome } from './rounds.ts'

/** edits: also imports, deletions and removed records. */
export const TimelineKind = z.enum(['all', 'answers', 'emails', 'calls', 'notes', 'edits'])
export type TimelineKind = z.infer<typeof TimelineKind>

const values = z.record(z.string(), z.nullable(z.string()))

const entry = {
  /** Identifies an entry together with its type. */
  id: z.int(),
  at: timestamp,
  /** The administrator's address of that day; null: the client, or the product. */
  by: z.nullable(z.string()),
}

const Round = z.nullable(z.object({ id: z.int(), name: z.string() }))

/** `old` and `new` hold the changed fields; of a creation or a deletion none. */
const ChangeEntry = z.object({
  type: z.literal('change'),
  ...entry,
  action: Change.shape.action,
  old: values,
  new: values,
  /** Without a row: the undo of the import. */
  import: z.nullable(z.object({ id: z.string(), file: z.string(), row: z.nullable(z.int()) })),
})

const AnswerEntry = z.object({
  type: z.literal('answer'),
  ...entry,
  via: z.enum(['link', 'phone', 'letter', 'in_person']),
  result: z.enum(['confirmed', 'updated']),
  /** Earlier than `at`, when it was recorded, if it was dated back. */
  answered_at: timestamp,
  note: z.nullable(z.string()),
  old: values,
  new: values,
})

const message = Message.shape

const EmailEntry = z.object({
  type: z.literal('email'),
  ...entry,
  message: z.object({
    mailing_id: message.mailing_id,
    kind: message.kind,
    email: message.email,
    state: message.state,
    attempts: message.attempts,
    next_attempt_at: message.next_attempt_at,
    settled_at: message.settled_at,
    error: message.error,
    smtp_response: message.smtp_response,
    in_doubt: message.in_doubt,
    provider: message.provider,
    template_id: message.template_id,
    template_version: message.template_version,
  }),
  round: Round,
})

const CallEntry = z.object({
  type: z.literal('call'),
  ...entry,
  outcome: CallOutcome,
  note: z.nullable(z.string()),
  round: Round,
})

export const Note = z.object({
  ...entry,
  by: z.string(),
  text: z.string(),
  edited_at: z.nullable(timestamp),
  struck_at: z.nullable(timestamp),
  struck_by: z.nullable(z.string()),
})
export type Note = z.infer<typeof Note>

const OpeningEntry = z.object({
  type: z.literal('opening'),
  ...entry,
  on_phone: z.boolean(),
  mailing: z.nullable(z.object({ id: z.int(), kind: Message.shape.kind })),
})

/** Deleted records of the history, made between the two times. */
const RemovalEntry = z.object({
  type: z.literal('removal'),
  ...entry,
  count: z.int(),
  first_at: timestamp,
  last_at: timestamp,
})

export const TimelineEntry = z.union([
  ChangeEntry,
  AnswerEntry,
  EmailEntry,
  CallEntry,
  z.extend(Note, { type: z.literal('note') }),
  OpeningEntry,
  RemovalEntry,
])
export type TimelineEntry = z.infer<typeof TimelineEntry>
export type EntryOf<T extends TimelineEntry['type']> = Extract<TimelineEntry, { type: T }>

/** The newest first, 50 at a time, also of a deleted client. `before` of a reply leads to the next; null at the end. */
export const listTimeline = endpoint('GET /api/admin/users/:id/timeline', {
  params: idParams,
  query: z.object({
    kind: z._default(TimelineKind, 'all'),
    before: z._default(z.string().check(z.maxLength(1000)), ''),
  }),
  reply: z.object({ entries: z.array(TimelineEntry), before: z.nullable(z.string()) }),
})

export const MAX_NOTE = 10_000

/** Plain text: markup is shown as it was typed. */
const noteBody = z.object({
  text: text.check(
    z.trim(),
    z.minLength(1, 'Write a note first'),
    z.maxLength(MAX_NOTE, 'A note has at most 10,000 characters'),
  ),
})

export const addNote = endpoint('POST /api/admin/users/:id/notes', {
  params: idParams,
  body: noteBody,
  reply: Note,
})

export const NOTE_EDITABLE_MS = 60 * 60 * 1000

/** 403 for another's note; 409 after an hour, or once it is struck out. */
export const editNote = endpoint('PUT /api/admin/notes/:id', {
  params: idParams,
  body: noteBody,
  reply: Note,
})

/** Strikes it out: the text stays readable. A repeat changes nothing. */
export const strikeNote = endpoint('DELETE /api/admin/notes/:id', {
  params: idParams,
  reply: Note,
})
