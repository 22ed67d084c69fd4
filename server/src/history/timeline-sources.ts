import type { TimelineEntry, TimelineFilter } from '@attest/contract/timeline'
import { type RawBuilder, sql } from 'kysely'

export type EntryType = TimelineEntry['type']

/** A table `s` whose rows become entries of the timeline, read backward by `id`. */
interface Source {
  from: RawBuilder<unknown>
  kind: RawBuilder<unknown>
  /** The alias of the table that holds the client, if it is not `s`. */
  owner?: 'm'
  /** If missing, the columns `at` and `admin_email` are read. */
  at?: RawBuilder<unknown>
  by?: RawBuilder<unknown>
  /** JSON to add to the row's columns. The reply's schema drops what it does not name. */
  more?: RawBuilder<unknown>
  where?: RawBuilder<unknown>
}

const SOURCES: Record<EntryType, Source> = {
  email: {
    from: sql`messages s join mailings b on b.id = s.mailing_id left join rounds r on r.id = b.round_id`,
    kind: sql`'emails'`,
    at: sql`b.created_at`,
    by: sql`nullif(b.admin_email, '')`,
    more: sql`'kind', b.kind, 'round', to_jsonb(r),
      'next_attempt_at', case when s.state = 'queued' and s.attempts > 0 then s.next_attempt_at end`,
  },
  note: { from: sql`notes s`, kind: sql`'notes'` },
  call: {
    from: sql`calls s join rounds r on r.id = s.round_id`,
    kind: sql`'calls'`,
    more: sql`'round', to_jsonb(r)`,
  },
  answer: {
    // The change may add the office's own fields. It may also have been deleted.
    from: sql`answers s left join lateral (
      select old_data::jsonb - 'status' as old, new_data::jsonb as new from changes where answer_id = s.id limit 1) c on true`,
    kind: sql`'answers'`,
    at: sql`s.recorded_at`,
    by: sql`s.admin`,
    more: sql`'answered_at', s.at, 'old', s.old || coalesce(c.old, '{}'), 'new', s.new || coalesce(c.new, '{}')`,
  },
  opening: {
    from: sql`link_opens s left join mailings b on b.id = s.mailing_id`,
    kind: sql`'emails'`,
    by: sql`null`,
    more: sql`'mailing', to_jsonb(b)`,
  },
  review: {
    from: sql`(select r.*, a.client_id from reviews r join answers a on a.id = r.answer_id where r.outcome <> 'earlier') s`,
    kind: sql`'answers'`,
  },
  arrival: {
    from: sql`messages m join (select id, message_id, kind, email, at, status, reason, applied_at, dismissed_at, dismissed_by
        from mail_events) s on s.message_id = coalesce(m.leader_id, m.id) join mailings b on b.id = m.mailing_id`,
    kind: sql`'emails'`,
    owner: 'm',
    by: sql`null`,
    more: sql`'mailing', to_jsonb(b)`,
  },
  letter: {
    from: sql`letters s join letter_batches b on b.id = s.batch_id left join rounds r on r.id = b.round_id`,
    kind: sql`'emails'`,
    at: sql`b.created_at`,
    by: sql`b.admin_email`,
    more: sql`'mailed_at', b.mailed_at, 'round', to_jsonb(r)`,
    where: sql`s.printed_at is not null`,
  },
  removal: { from: sql`history_removals s`, kind: sql`'edits'` },
  change: {
    from: sql`changes s left join imports i on i.id = s.import_id`,
    kind: sql`case when s.action in ('disputed', 'dispute_ended', 'email_confirmed', 'wrong_person', 'reported_deceased', 'report_ended') then 'answers'
      when s.action in ('file_uploaded', 'file_deleted') then 'notes' else 'edits' end`,
    at: sql`s.timestamp`,
    more: sql`'old', s.old_data::jsonb, 'new', s.new_data::jsonb,
      'import', to_jsonb(i) || jsonb_build_object('row', s.import_row)`,
    // Omits a mailing's reset of the status, which its email shows, and changes by an answer, which the answer shows.
    where: sql`s.answer_id is null and not (s.action = 'updated' and s.new_data ~ '^\{"status":"[a-z]+"\}$')`,
  },
}

/** The order matters: of two entries with the same time, the earlier type counts as newer. */
export const TYPES = Object.keys(SOURCES) as EntryType[]

/** The key before which each source continues. A missing one starts at its newest row. */
export type Position = Partial<Record<EntryType, number>>

interface Slice {
  clientId: number
  /** The client's id, and those of clients merged into it. */
  ids: number[]
  kind: TimelineFilter
  before: Position
  limit: number
}

/** A merged client's own record of the merge, which the kept client's timeline shows already. */
const LEFT_BY_MERGE = sql`(s.action = 'merged' and s.new_data = 'null')`

/** The newest `limit` rows of each source. Reads each id separately, along its index. */
export function selectEntries({ clientId, ids, kind: wanted, before, limit }: Slice) {
  const partOf = (type: EntryType, id: number, column = 'client_id') => {
    const { from, kind, where = sql`true`, owner = 's', ...source } = SOURCES[type]
    const { at = sql`s.at`, by = sql`s.admin_email`, more = sql`` } = source
    const position = before[type] === undefined ? sql`true` : sql`s.id < ${before[type]}`
    const chosen = wanted === 'all' ? sql`true` : sql`${kind} = ${wanted}`
    const told = type === 'change' && id !== clientId ? sql`not ${LEFT_BY_MERGE}` : sql`true`
    return sql`(select ${sql.lit(type)} as type, ${kind} as of, s.id as key, ${at} as at, (${by})::text as by,
        to_jsonb(s) || jsonb_build_object(${more}) as data from ${from}
        where ${sql.ref(`${owner}.${column}`)} = ${id} and ${position} and ${chosen} and ${where} and ${told}
        order by s.id desc limit ${sql.lit(limit)})`
  }
  const parts = TYPES.flatMap((type) =>
    ids.flatMap((id) => [
      partOf(type, id),
      // Emails of deleted and merged clients.
      ...(type === 'email' || type === 'arrival' ? [partOf(type, id, 'former_client_id')] : []),
    ]),
  )
  return sql.join(parts, sql` union all `)
}
