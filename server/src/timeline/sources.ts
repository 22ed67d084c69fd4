import type { TimelineEntry, TimelineKind } from '@attest/contract/timeline'
import { type RawBuilder, sql } from 'kysely'

export type EntryType = TimelineEntry['type']

/** One kind of rows that the timeline is made of. Each is read backward along an index by client and `key`. */
interface Source {
  /** A client's rows in the order in which they were written. */
  key: RawBuilder<unknown>
  at: RawBuilder<unknown>
  by: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** What else the entry tells, as JSON. */
  data: RawBuilder<unknown>
}

const FILES = sql`('file_uploaded', 'file_deleted')`
const ABOUT_ANSWERS = sql`('disputed', 'dispute_ended', 'email_confirmed')`

/** A mailing's reset of the status is told by its email, and a change by an answer with the answer. */
const TOLD_ELSEWHERE = sql`(s.answer_id is not null or s.action = 'updated' and s.new_data ~ '^\{"status":"[a-z]+"\}$')`

const SOURCES: Record<EntryType, Source> = {
  email: {
    key: sql`s.mailing_id`,
    at: sql`b.created_at`,
    by: sql`nullif(b.admin_email, '')`,
    from: sql`messages s join mailings b on b.id = s.mailing_id left join rounds r on r.id = b.round_id`,
    data: sql`'mailing_id', s.mailing_id, 'kind', b.kind, 'email', s.email, 'state', s.state, 'attempts', s.attempts,
      'next_attempt_at', case when s.state = 'queued' and s.attempts > 0 then s.next_attempt_at end,
      'settled_at', s.settled_at, 'error', s.error, 'smtp_response', s.smtp_response, 'in_doubt', s.in_doubt,
      'provider', s.provider, 'template_id', s.template_id, 'template_version', s.template_version,
      'round_id', r.id, 'round_name', r.name`,
  },
  note: {
    key: sql`s.id`,
    at: sql`s.at`,
    by: sql`s.admin_email`,
    from: sql`notes s`,
    data: sql`'text', s.text, 'edited_at', s.edited_at, 'struck_at', s.struck_at, 'struck_by', s.struck_by`,
  },
  call: {
    key: sql`s.id`,
    at: sql`s.at`,
    by: sql`s.admin_email`,
    from: sql`calls s join rounds r on r.id = s.round_id`,
    data: sql`'outcome', s.outcome, 'note', s.note, 'round_id', r.id, 'round_name', r.name`,
  },
  answer: {
    key: sql`s.id`,
    at: sql`s.recorded_at`,
    by: sql`s.admin`,
    // The change may hold more: the office's own fields. It may also have been deleted.
    from: sql`answers s left join lateral (
      select old_data::jsonb as old, new_data::jsonb as new from changes
      where client_id = s.client_id and answer_id = s.id limit 1) c on true`,
    data: sql`'via', s.via, 'result', s.result, 'answered_at', s.at, 'note', s.note,
      'old', s.old || coalesce(c.old, '{}') - 'status', 'new', s.new || coalesce(c.new, '{}')`,
  },
  opening: {
    key: sql`s.id`,
    at: sql`s.at`,
    by: sql`null::text`,
    from: sql`link_opens s left join mailings b on b.id = s.mailing_id`,
    data: sql`'on_phone', s.on_phone, 'mailing_id', b.id, 'kind', b.kind`,
  },
  removal: {
    key: sql`s.id`,
    at: sql`s.at`,
    by: sql`s.admin_email`,
    from: sql`history_removals s`,
    data: sql`'count', s.count, 'first_at', s.first_at, 'last_at', s.last_at`,
  },
  change: {
    key: sql`s.id`,
    at: sql`s.timestamp`,
    by: sql`s.admin_email`,
    from: sql`changes s left join imports i on i.id = s.import_id`,
    data: sql`'action', s.action, 'old', s.old_data::jsonb, 'new', s.new_data::jsonb,
      'import_id', i.id, 'file', i.file_name, 'row', s.import_row`,
  },
}

/** Of two entries of one moment, the former is the newer one. */
export const TYPES = Object.keys(SOURCES) as EntryType[]

const CHANGES: Record<TimelineKind, RawBuilder<unknown>> = {
  all: sql`true`,
  answers: sql`s.action in ${ABOUT_ANSWERS}`,
  emails: sql`false`,
  calls: sql`false`,
  notes: sql`s.action in ${FILES}`,
  edits: sql`s.action not in ${FILES} and s.action not in ${ABOUT_ANSWERS}`,
}

const TYPES_OF: Record<TimelineKind, readonly EntryType[]> = {
  all: TYPES,
  answers: ['answer', 'change'],
  emails: ['email', 'opening'],
  calls: ['call'],
  notes: ['note', 'change'],
  edits: ['change', 'removal'],
}

/** The keys before which each source goes on; missing: from its newest row. */
export type Position = Partial<Record<EntryType, number>>

interface Slice {
  clientId: number
  kind: TimelineKind
  before: Position
  limit: number
}

/** The newest rows of each source of a kind, `limit` of each. */
export function selectEntries({ clientId, kind, before, limit }: Slice): RawBuilder<unknown> {
  const parts = TYPES_OF[kind].map((type) => {
    const { key, at, by, from, data } = SOURCES[type]
    const all = [sql`s.client_id = ${clientId}`]
    const last = before[type]
    if (last !== undefined) all.push(sql`${key} < ${last}`)
    if (type === 'change') all.push(sql`not ${TOLD_ELSEWHERE}`, CHANGES[kind])
    return sql`(select ${sql.lit(type)} as type, s.id, ${key} as key, ${at} as at, ${by} as by,
      jsonb_build_object(${data}) as data from ${from} where ${sql.join(all, sql` and `)}
      order by ${key} desc limit ${sql.lit(limit)})`
  })
  return sql.join(parts, sql` union all `)
}
