import { OutstandingReason, REMINDED, UNREACHABLE } from '@attest/contract/outstanding'
import { type Coverage, isOpen, RoundExcuse } from '@attest/contract/rounds'
import { type RawBuilder, sql } from 'kysely'
import { readRow, readRows, readValues } from '../db/read.ts'
import type { Db, MailingRow } from '../db/schema.ts'
import { disputedAnswers } from '../records/answers.ts'
import { isOnlyInOutbox, isSent, isUnusableAddress } from '../records/clients.ts'
import type { RoundRecord } from './queries.ts'

export const COLUMNS = sql.raw(`
  client_id, client_number, name, email, phone_number, alt_number, state, reason, first_asked_at, last_asked_at,
  last_emailed_at, requests, reminders, answered_at, result, via, excused_at, excused_by,
  excused_note, emails`)

/** Uses the database's clock, so that no reader of a round has to pass the time. */
const IS_UNCONFIRMED = sql.raw('coalesce(c.confirm_by < now(), false)')

/** An answer that the client disputes, or whose new email stays unconfirmed, needs a call. */
const IS_ANSWERED = sql`(c.status <> 'pending' and c.disputed_at is null and not ${IS_UNCONFIRMED})`

/** The value before the first disputed answer, since later ones may be a thief's. Keeps a correction by the office. */
function beforeDispute(field: 'email' | 'phone_number' | 'alt_number') {
  const now = sql.ref(`c.${field}`)
  const key = sql.lit(field)
  return sql`case when c.disputed_at is null then ${now} else (
    select case when bool_or(d.new->>${key} is not distinct from ${now})
      then (array_agg(d.old->>${key} order by d.id))[1] else ${now} end
    from answers d where d.id = any(${disputedAnswers('c')}) and d.old ? ${key}) end as ${sql.ref(field)}`
}

const COUNTS = sql`m.state <> 'canceled' and not ${isOnlyInOutbox('m')}`
const IS_REQUEST = sql`b.kind <> 'reminder' and ${COUNTS}`

/** The clients of an open round (decision 24), without those whose part is kept: the round may have closed since. */
export const derivedRows = ({ id, started_at }: RoundRecord, chosen: Chosen) => sql`
  select c.id as client_id, c.client_number, rtrim(c.first_name || ' ' || c.last_name) as name, ${beforeDispute('email')}, ${beforeDispute('phone_number')},
    ${beforeDispute('alt_number')},
    case
      when c.disputed_at is not null then 'disputed'
      when ${IS_ANSWERED} then 'answered'
      when c.excused_reason is not null then 'excused'
      when c.reported_as is not null then c.reported_as
      when ${IS_UNCONFIRMED} then 'email_unconfirmed'
      when last.state in ('queued', 'sending') then 'queued'
      when c.bounced then case when paper.living > 0 then 'letter' else 'address_bounced' end
      when ${isSent('last')} and opened.at >= greatest(asked.first_asked_at, a.at) then 'opened'
      when ${isSent('last')} then 'asked'
      when paper.living > 0 then 'letter'
      when last.state = 'failed' then 'failed'
      when c.mail_to = '' then 'no_address'
      when ${isUnusableAddress('c.mail_to')} then 'unusable_address'
      else 'not_asked' end as state,
    coalesce(case when c.disputed_at is null and not ${IS_ANSWERED} then c.excused_reason end,
      case when c.status = 'pending' and c.reported_as is not null then coalesce(c.reported->>'name' || ', ' || (c.reported->>'phone_number'), '')
        when c.status = 'pending' and last.state = 'failed' then last.error end) as reason,
    least(asked.first_asked_at, paper.first_asked_at) as first_asked_at,
    greatest(asked.last_asked_at, paper.last_asked_at) as last_asked_at, case when not ${isOnlyInOutbox('last')} then last.settled_at end as last_emailed_at,
    (coalesce(requests, 0) + coalesce(paper.letters, 0))::int as requests,
    coalesce(reminders, 0)::int as reminders,
    case when ${IS_ANSWERED} then a.at end as answered_at,
    case when ${IS_ANSWERED} then c.status end as result,
    case when ${IS_ANSWERED} then a.via end as via, c.excused_at, c.excused_by, c.excused_note,
    null::jsonb as emails
  from (select * from clients where ${chosen('clients.id')}) c
  left join (
    select m.client_id, min(b.created_at) filter (where ${IS_REQUEST}) as first_asked_at,
      max(b.created_at) filter (where ${IS_REQUEST}) as last_asked_at,
      count(*) filter (where ${IS_REQUEST}) as requests,
      count(*) filter (where b.kind = 'reminder' and ${COUNTS}) as reminders,
      max(m.id) filter (where m.state <> 'canceled') as message_id
    from mailings b join messages m on m.mailing_id = b.id
    where b.round_id = ${id} and ${chosen('m.client_id')} group by m.client_id
  ) asked on asked.client_id = c.id
  left join (
    select l.client_id, count(*) as letters, count(v.token_hash) as living, min(b.mailed_at) as first_asked_at, max(b.mailed_at) as last_asked_at
    from letter_batches b join letters l on l.batch_id = b.id
    left join verification_links v on v.token_hash = l.token_hash and v.revoked_at is null and v.answered_at is null
    where b.round_id = ${id} and l.printed_at is not null and l.returned_at is null and ${chosen('l.client_id')}
    group by l.client_id
  ) paper on paper.client_id = c.id
  left join messages last on last.id = asked.message_id
  left join (
    select distinct on (client_id) client_id, at, via from (
      select client_id, id, at, via from answers where at >= ${started_at} and ${chosen('answers.client_id')}
      union all
      select s.root_id, b.id, b.at, b.via from merged_stories s join answers b using (client_id)
      where b.at >= ${started_at} and ${chosen('s.root_id')}
    ) told order by client_id, id desc
  ) a on a.client_id = c.id
  left join (
    select client_id, max(at) as at from (
      select client_id, at from link_opens where at >= ${started_at} and ${chosen('link_opens.client_id')}
      union all
      select s.root_id, o.at from merged_stories s join link_opens o using (client_id)
      where o.at >= ${started_at} and ${chosen('s.root_id')}
    ) seen group by client_id
  ) opened on opened.client_id = c.id
  left join round_members added on added.round_id = ${id} and added.client_id = c.id
  where (asked.message_id is not null or a.client_id is not null or not ${IS_ANSWERED} and (
      asked.client_id is not null or added.client_id is not null or c.disputed_at is not null or ${IS_UNCONFIRMED}))
    and not exists (select from round_clients k where k.round_id = ${id} and k.client_id = c.id)`

export type Chosen = (column: string) => RawBuilder<unknown>

export const all: Chosen = () => sql`true`
export const oneOf =
  (ids: number[]): Chosen =>
  (column) =>
    sql`${sql.ref(column)} = any(${ids})`

export const roundRows = (round: RoundRecord, chosen = all): RawBuilder<unknown> => {
  const kept = sql`
    select ${COLUMNS} from round_clients where round_id = ${round.id} and ${chosen('client_id')}`
  return isOpen(round) ? sql`${derivedRows(round, chosen)} union all ${kept}` : kept
}

/** The states of these clients in an open round. Clients outside it are absent. */
export async function listStates(db: Db, round: RoundRecord, clientIds: number[]) {
  const { rows } = await sql<{ client_id: number; state: ReportRow['state'] }>`
    select client_id, state from (${roundRows(round, oneOf(clientIds))}) r
  `.execute(db)
  return new Map(rows.map(({ client_id, state }) => [client_id, state]))
}

export const REASONS = OutstandingReason.options

/** The row states that a filter selects; any other text is one state. */
export function statesOf(filter: string): readonly string[] {
  if (filter === 'all' || filter === 'outstanding') return REASONS
  if (filter === 'remindable') return REMINDED
  return filter === 'unreachable' ? UNREACHABLE : [filter]
}

const countOf = (state: OutstandingReason) =>
  sql`count(*) filter (where state = ${sql.lit(state)})::int as ${sql.ref(state)}`

const countExcused = (excuse: RoundExcuse) =>
  sql`${sql.lit(excuse)}, count(*) filter (where state = 'excused' and reason = ${sql.lit(excuse)})`

type Counts = Omit<Coverage, 'outstanding' | 'reasons'> & Record<OutstandingReason, number>

const readCounts = <More extends object = object>(
  db: Db,
  round: RoundRecord,
  more: RawBuilder<unknown>[] = [],
) =>
  readRow<Counts & More>(db)`
    select count(*)::int as total,
      count(*) filter (where state = 'answered' and result = 'confirmed')::int as confirmed,
      count(*) filter (where state = 'answered' and result = 'updated')::int as updated,
      count(*) filter (where state = 'answered' and via <> 'link')::int as "byOther",
      count(*) filter (where state = 'excused')::int as excused,
      jsonb_build_object(${sql.join(RoundExcuse.options.map(countExcused))}) as excuses,
      ${sql.join([...REASONS.map(countOf), ...more])}
    from (${roundRows(round)}) r
  `

function coverageOf({ total, confirmed, updated, byOther, excused, excuses, ...reasons }: Counts) {
  const outstanding = total - confirmed - updated - excused
  return { total, confirmed, updated, byOther, excused, excuses, outstanding, reasons }
}

export const readCoverage = async (db: Db, round: RoundRecord) =>
  coverageOf(await readCounts(db, round))

type Recipients = Record<'recipients' | 'tooRecent' | 'remindable', number>

/** Counts recipients without an email in the 24 hours before `at` and `now`. One query reads the whole round once. */
export async function readCoverageAndRecipients(
  db: Db,
  round: RoundRecord,
  { at, now }: { at: string; now: string },
) {
  const { recipients, tooRecent, remindable, ...counts } = await readCounts<Recipients>(db, round, [
    sql`count(*) filter (where ${IS_REMINDED} and not ${isTooRecent(at)})::int as recipients`,
    sql`count(*) filter (where ${IS_REMINDED} and ${isTooRecent(at)})::int as "tooRecent"`,
    sql`count(*) filter (where ${IS_REMINDED} and not ${isTooRecent(now)})::int as remindable`,
  ])
  return {
    coverage: coverageOf(counts as Counts),
    remindable,
    recipients: { recipients, tooRecent },
  }
}

/** Joins once: "not in" would search all members for each client. */
const outside = (round: RoundRecord) => sql`
  from clients o left join (${roundRows(round)}) r on r.client_id = o.id where r.client_id is null`

/** A condition on the list of clients. An array is faster than a join, which looks up each client by its id. */
export const isOutside = (round: RoundRecord) =>
  sql`clients.id = any(array(select o.id ${outside(round)}))`

export const countOutside = (db: Db, round: RoundRecord) =>
  readRow<{ total: number; pending: number }>(db)`
    select count(*)::int as total, count(*) filter (where o.status = 'pending')::int as pending
    ${outside(round)}
  `

/** Answers per day, the oldest first; days without any are absent. */
export const countAnswersByDay = (db: Db, round: RoundRecord, timeZone: string) =>
  readRows<{ day: string; confirmed: number; updated: number }>(db)`
    select to_char(answered_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      count(*) filter (where result = 'confirmed')::int as confirmed,
      count(*) filter (where result = 'updated')::int as updated
    from (${roundRows(round)}) r where state = 'answered' and answered_at is not null
    group by 1 order by 1
  `

export const countByPerson = (db: Db, round: RoundRecord, column: number) =>
  readRows<{ id: string | null; email: string | null; outstanding: number }>(db)`
    select p.id, a.email, p.outstanding from (
      select c.own->>${String(column)}::text as id, count(*)::int as outstanding
      from (${roundRows(round)}) r left join clients c on c.id = r.client_id
      where r.state = any(${REASONS}) group by 1
    ) p left join admins a on a.id::text = p.id
    order by p.id is null, p.outstanding desc, a.email
  `

export interface SentEmail {
  client_id: number
  kind: MailingRow['kind']
  /** When the mail server, or the outbox if `written`, accepted the email; null if it failed. */
  accepted_at: string | null
  failed_at: string | null
  written: boolean
}

export interface ReportRow {
  client_id: number
  client_number: string
  name: string
  email: string
  state: OutstandingReason | 'answered' | 'excused'
  reason: string | null
  answered_at: string | null
  result: 'confirmed' | 'updated' | null
  via: 'link' | 'phone' | 'letter' | 'in_person' | null
  excused_at: string | null
  excused_by: string | null
  excused_note: string | null
  /** The kept emails of a deleted client, whose messages no longer name it. */
  emails: SentEmail[] | null
}

export const listClientIds = (db: Db, round: RoundRecord) =>
  readValues<number>(db)`
    select client_id from (${roundRows(round)}) r order by lower(name), client_number, client_id
  `

export const listReportRows = (db: Db, round: RoundRecord, ids: number[]) =>
  readRows<ReportRow>(db)`
    select * from (${roundRows(round, oneOf(ids))}) r order by array_position(${ids}::bigint[], client_id)
  `

export async function listRecipients(
  db: Db,
  round: RoundRecord,
  at: string,
  chosen?: number[],
): Promise<number[]> {
  const rowsOf = roundRows(round, chosen && oneOf(chosen))
  return readValues<number>(db)`
    select client_id from (${rowsOf}) r where ${IS_REMINDED} and not ${isTooRecent(at)}
  `
}

const IS_REMINDED = sql`state in (${sql.join(REMINDED.map((state) => sql.lit(state)))})`

const isTooRecent = (at: string) =>
  sql`(last_emailed_at > ${at}::timestamptz - interval '24 hours')`
