import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, text, timestamp } from './fields.ts'
import { Change } from './history.ts'
import { SentMessage } from './mailings.ts'
import { CallOutcome } from './outstanding.ts'

/** notes include files. edits include imports, deletions and removed records. */
const EntryKind = z.enum(['answers', 'emails', 'calls', 'notes', 'edits'])
export const TimelineFilter = z.enum(['all', ...EntryKind.options])
export type TimelineFilter = z.infer<typeof TimelineFilter>

const values = z.record(z.string(), z.nullable(z.string()))

const entry = {
  of: EntryKind,
  /** Identifies an entry together with its type. */
  id: z.int(),
  at: timestamp,
  /** The administrator's address of that day; null: the client or the product acted. */
  by: z.nullable(z.string()),
}

const Round = z.nullable(z.object({ id: z.int(), name: z.string() }))

/** `old` and `new` hold the changed fields. They are empty for a creation or a deletion. */
const ChangeEntry = z.object({
  type: z.literal('change'),
  ...entry,
  action: Change.shape.action,
  old: values,
  new: values,
  /** `row` null: the undo of the import made this change. */
  import: z.nullable(z.object({ id: z.string(), file_name: z.string(), row: z.nullable(z.int()) })),
})

const AnswerEntry = z.object({
  type: z.literal('answer'),
  ...entry,
  via: z.enum(['link', 'phone', 'letter', 'in_person']),
  result: z.enum(['confirmed', 'updated']),
  /** Earlier than `at`, the time of the record, if the answer was dated back. */
  answered_at: timestamp,
  note: z.nullable(z.string()),
  answered_by: z.nullable(z.object({ name: z.string(), relation: z.string() })),
  old: values,
  new: values,
})

const EmailEntry = z.object({
  type: z.literal('email'),
  ...SentMessage.shape,
  ...entry,
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
  id: z.int(),
  at: timestamp,
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
  mailing: z.nullable(z.object({ id: z.int(), kind: SentMessage.shape.kind })),
})

/** An incoming mail about an email or in reply to it. Only a bounce changes something. */
const ArrivalEntry = z.object({
  type: z.literal('arrival'),
  ...entry,
  kind: z.enum(['bounced', 'complained', 'reply', 'delayed', 'autoreply']),
  email: z.string(),
  /** An enhanced status code, like 5.1.1. */
  status: z.nullable(z.string()),
  /** The other mail server's words; for a reply, its text above the quote. */
  reason: z.nullable(z.string()),
  /** Null: the bounce changed nothing, as it names another address. */
  applied_at: z.nullable(timestamp),
  dismissed_at: z.nullable(timestamp),
  dismissed_by: z.nullable(z.string()),
  mailing: z.object({ id: z.int(), kind: SentMessage.shape.kind }),
})

/** A letter on paper. Null times: not marked as mailed, or not returned. */
const LetterEntry = z.object({
  type: z.literal('letter'),
  ...entry,
  printed_at: timestamp,
  mailed_at: z.nullable(timestamp),
  returned_at: z.nullable(timestamp),
  returned_by: z.nullable(z.string()),
  returned_reason: z.nullable(z.string()),
  round: Round,
})

/** Deleted records of the history, made between the two times. */
const RemovalEntry = z.object({
  type: z.literal('removal'),
  ...entry,
  count: z.int(),
  first_at: timestamp,
  last_at: timestamp,
})

/** `fields`: those that were set back. */
const ReviewEntry = z.object({
  type: z.literal('review'),
  ...entry,
  outcome: z.enum(['taken_over', 'set_back']),
  fields: z.array(z.string()),
  note: z.nullable(z.string()),
})

export const TimelineEntry = z.union([
  ChangeEntry,
  AnswerEntry,
  EmailEntry,
  CallEntry,
  z.extend(Note, { type: z.literal('note'), of: EntryKind }),
  OpeningEntry,
  ArrivalEntry,
  LetterEntry,
  RemovalEntry,
  ReviewEntry,
])
export type TimelineEntry = z.infer<typeof TimelineEntry>
export type EntryOf<T extends TimelineEntry['type']> = Extract<TimelineEntry, { type: T }>

/** The newest first, 50 at a time, also of a deleted client. A reply's `before` is the next cursor; null at the end. */
export const listTimeline = endpoint('GET /api/admin/users/:id/timeline', {
  params: idParams,
  query: z.object({
    kind: z._default(TimelineFilter, 'all'),
    before: z._default(z.string().check(z.maxLength(1000)), ''),
  }),
  reply: z.object({
    entries: z.array(TimelineEntry),
    before: z.nullable(z.string()),
    /** Names of templates by the ids in the values. */
    templates: z.record(z.string(), z.string()),
  }),
})

/**
 * One client's story as evidence, also of a deleted client. The zip adds the client's files, and the story as JSON.
 * The security log records each download.
 */
export const clientRecord = endpoint('GET /api/admin/users/:id/record', {
  params: idParams,
  query: z.object({ format: z._default(z.enum(['pdf', 'zip']), 'pdf') }),
})

export const MAX_NOTE = 10_000

/** Plain text: markup is shown as typed. */
const noteBody = z.object({
  text: text.check(
    z.trim(),
    z.minLength(1, 'Write a note first'),
    z.maxLength(MAX_NOTE, 'A note has at most 10,000 characters'),
  ),
})

const oneNote = { params: idParams, reply: Note }

export const addNote = endpoint('POST /api/admin/users/:id/notes', { ...oneNote, body: noteBody })

export const NOTE_EDITABLE_MS = 60 * 60 * 1000

/** 403 for the note of another administrator; 409 after an hour, or once it is struck out. */
export const editNote = endpoint('PUT /api/admin/notes/:id', { ...oneNote, body: noteBody })

/** Strikes the note out; its text stays readable. A repeat changes nothing. */
export const strikeNote = endpoint('DELETE /api/admin/notes/:id', oneNote)

export const ORIGINAL_DAYS = 90

/** An incoming mail as plain text, without links and encoded parts. 404 once it is no longer kept. */
export const downloadOriginal = endpoint('GET /api/admin/mail-events/:id/original', {
  params: idParams,
})

/** Counts the email as accepted again, and mail may go to its address. A repeat changes nothing. */
export const dismissBounce = endpoint('POST /api/admin/mail-events/:id/dismiss', {
  params: idParams,
})
