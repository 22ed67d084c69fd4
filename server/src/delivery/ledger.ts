import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readRows, readValue } from '../db/read.ts'
import type { ClientRow, Db, LinkPurpose, TemplateColumns, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { IS_PAUSED } from './sending-pause.ts'

export type ClaimedMessage = Selectable<TemplateColumns> &
  Pick<ClientRow, 'first_name' | 'last_name' | 'address' | 'city' | 'state' | 'zip_code'> & {
    country: string
    language: string
    id: number
    /** Grows in the order of claiming. */
    claim_id: number
    claimed_at: string
    link_days: number
    client_id: number
    email: string
    message_id: string
    attempts: number
    in_doubt: boolean
    due_on: string | null
    purpose: LinkPurpose
    mailing_created_at: string
    /** Time and changed fields of the answer that a receipt or a confirmation is about. */
    answered_at: string | null
    changed: string[] | null
    /** Values of the firm's own columns by key, each with its kind in front: 'date:2026-11-27'. */
    own: Record<string, string> | null
  }

/** A claimed message with its token, and the messages that share its email and claim_id, each with its own token. */
export type Letter = ClaimedMessage & {
  token: string
  others: (ClaimedMessage & { token: string })[]
}

export const idsOf = ({ id, others }: Pick<Letter, 'id' | 'others'>): number[] => [
  id,
  ...others.map((other) => other.id),
]

export interface Outcome {
  ids: number[]
  claim_id: number
  state: 'accepted' | 'failed' | 'queued'
  error: string | null
  smtp_response: string | null
  next_attempt_at: string | null
  /** False if this was no try: the server was unreachable or busy, or the lease expired before the mail left. */
  counted: boolean
  in_doubt: boolean
}

/** The mail server may be changed while outcomes wait for the ledger. */
export type Settled = Outcome & { provider: string }

/** Must not be queued again, or has no client. Only columns of this row: after a lock wait, only this row is reread. */
const isFinal = sql`(client_id is null or last_try)`

/** Queued again unless it is final: nobody could claim a message without a client. */
const waiting = sql<'queued' | 'canceled'>`case when ${isFinal} then 'canceled' else 'queued' end`

export type Held = Pick<Outcome, 'ids' | 'claim_id'>

/** Not claimed by another process since. `state || ''` avoids the index of states, slow with stale statistics. */
const isHeld = (claims: Held[]) => sql<boolean>`
  id = any(${claims.flatMap(({ ids }) => ids)}::bigint[])
  and claim_id = any(${claims.map(({ claim_id }) => claim_id)}::bigint[]) and state || '' = 'sending'`

/** Finds each value by its claim's place in the arrays, in half the time of a join. */
export async function settleMessages(db: Db, outcomes: Settled[], at: string) {
  const all = <K extends Exclude<keyof Settled, 'ids'>>(name: K) =>
    outcomes.map((outcome) => outcome[name])
  // PostgreSQL texts cannot hold a NUL; a mail server may send one.
  const responses = all('smtp_response').map((text) => text?.replaceAll('\0', '') ?? null)
  const place = sql`array_position(${all('claim_id')}::bigint[], claim_id)`
  const state = sql`(${all('state')}::text[])[${place}]`
  await sql`
    update messages set
      state = case when ${state} = 'queued' then ${waiting} else ${state} end,
      error = (${all('error')}::text[])[${place}],
      smtp_response = (${responses}::text[])[${place}],
      next_attempt_at = coalesce((${all('next_attempt_at')}::timestamptz[])[${place}], next_attempt_at),
      attempts = attempts + (${all('counted')}::boolean[])[${place}]::int,
      in_doubt = in_doubt or (${all('in_doubt')}::boolean[])[${place}],
      settled_at = case when ${state} <> 'queued' or ${isFinal} then ${at}::timestamptz end,
      provider = (${all('provider')}::text[])[${place}], lease_until = null
    where ${isHeld(outcomes)}
  `.execute(db)
}

/** Falls back to the template of the client's group if the mailing's was deleted while the mailing was made. */
const templateNow = sql`
  case when exists (select from templates x where x.id = m.template_id) then m.template_id else c.group_template end`

/** Messages for other purposes are composed without a template and keep their address. */
const hasLetter = sql`m.purpose = 'answer'`

/** A removed administrator leaves an empty value. */
export const ownByKey = sql`
  case when own <> '{}' then (
    select jsonb_object_agg(key, kind || ':' || coalesce(case kind
      when 'administrator' then (select email from admins where admins.id::text = clients.own->>k.id::text)
      else clients.own->>k.id::text end, ''))
    from own_columns k where clients.own ? k.id::text) end`

/** By the database's clock: a process whose own is ahead would claim, and repeat, what another one sends. */
const leaseEnd = (leaseMs: number) => sql<string>`now() + ${leaseMs}::int * interval '1 ms'`

export interface Due {
  claimedBy: string
  most: number
  at: string
  leaseMs: number
  linkDays: number
}

/** More people in one letter would hide its buttons. */
export const MOST_IN_LETTER = 20

/** Several clients can share a letter only if its text shows nothing of a client but the first or the full name. */
export const IS_SHAREABLE = sql<boolean>`regexp_replace(concat(t.subject, t."textContent", t.greeting, t."mainMessage",
  t."footerMessage", t.signature, t.translations), '[{][{]\\s*first_name\\s*[}][}]\\s+[{][{]\\s*last_name\\s*[}][}]', '', 'g')
  !~ '[{][{]\\s*(verificationUrl|address|city|state|zip_code|last_name|own[.])'`

/** A new link that a client asked for is in no round, but its letter names the day. */
const OPEN_ROUND = sql`(select id from rounds where closed_at is null and not planned)`

/**
 * Claims at most `most` due letters in sending order, with the present addresses and template versions, without links.
 * The first message of a household leads: the others share its email or wait for it (decisions 5 and 67).
 */
export const claimDue = (db: Db, { claimedBy, most, at, leaseMs, linkDays }: Due) =>
  readRows<ClaimedMessage>(db)`
    with firsts as (
      select id, client_id, mailing_id, household from messages m where state = 'queued' and next_attempt_at <= ${at}
        and not ${IS_PAUSED}
        and (household is null or not exists (select from messages before where before.mailing_id = m.mailing_id
          and before.household = m.household and before.id + 0 < m.id and before.state in ('queued', 'sending')
          and (before.state = 'sending' or before.next_attempt_at <= ${at})))
      order by next_attempt_at, id limit ${most} for update skip locked
    ), numbered as materialized (
      select *, nextval('messages_claim_ids') as claim_id from firsts
    ), due as materialized (
      select id, client_id, id as leader, client_id as leader_client, claim_id from numbered
      union all
      select o.id, o.client_id, n.id, n.client_id, n.claim_id from numbered n cross join lateral (
        select m.id, m.client_id from messages m
        where m.mailing_id = n.mailing_id and m.household = n.household and m.id > n.id and m.state = 'queued' and m.next_attempt_at <= ${at}
        order by m.id limit ${MOST_IN_LETTER - 1} for update skip locked) o
    ), present as materialized (
      select id, mail_to as email, group_template, first_name, last_name, address, city, state, zip_code, country, language, bounced or reported_as is not null as held, ${ownByKey} as own from clients
      where id = any(array(select client_id from due)) for key share skip locked
    ), claimed as (
      update messages m set state = 'sending', lease_until = ${leaseEnd(leaseMs)},
        email = case when ${hasLetter} then c.email else m.email end,
        claimed_by = ${claimedBy}, claim_id = d.claim_id, leader_id = nullif(d.leader, m.id),
        template_id = case when ${hasLetter} then t.id else '' end,
        template_version = case when ${hasLetter} then t.version end
      from due d, present c, present l, templates t
      where m.id = any(array(select id from due)) and d.id = m.id and c.id = m.client_id and t.id = ${templateNow}
        and l.id = d.leader_client and (m.id = d.leader
          or lower(c.email) = lower(l.email) and c.language = l.language and ${IS_SHAREABLE})
        and not exists (select from due o where o.claim_id = d.claim_id and o.client_id not in (select id from present))
        and not ((c.held or l.held) and ${hasLetter})
      returning m.claim_id, (select due_on from mailings b join rounds r on r.id = coalesce(b.round_id, ${OPEN_ROUND}) where b.id = m.mailing_id) as due_on,
        (select created_at from mailings where id = m.mailing_id) as mailing_created_at, m.id, m.mailing_id, m.client_id, m.email, m.message_id, m.attempts, m.in_doubt, m.purpose, m.answer_id,
        case when not ${hasLetter} then (select at from answers where id = m.answer_id) end as answered_at,
        case when not ${hasLetter} then
          (select to_jsonb(array(select jsonb_object_keys(old))) from answers where id = m.answer_id) end as changed,
        c.first_name, c.last_name, c.address, c.city, c.state, c.zip_code, c.country, c.language, c.own,
        t.name, t.subject, t."textContent", t.greeting, t."mainMessage", t."addressLabel", t."buttonText",
        t."footerMessage", t.signature, t.translations
    )
    select *, ${at}::timestamptz as claimed_at, ${linkDays}::int as link_days from claimed order by claim_id, id
  `

/** Makes the links of claimed messages, in the order of the messages. */
export const linkClaimed = (db: Db, claimed: ClaimedMessage[], links: RawBuilder<unknown>) =>
  sql`
    with placed as (
      select m.client_id, m.mailing_id, m.email, m.purpose, m.answer_id, place::int
      from unnest(${claimed.map(({ id }) => id)}::bigint[]) with ordinality u(id, place) join messages m using (id)
    ) ${links}
  `.execute(db)

/** Later, a seal may cover the row, which must then stay as it is (decision 60). */
export const isUnsealed = (at: string) => sql`settled_at > ${at}::timestamptz - interval '1 hour'`

/** A statement that waits for a lock sees old rows of other tables. So the next statement decides. */
export const lockClientsOf = (tx: Tx, messages: RawBuilder<unknown>) =>
  sql`
    select from clients where id in (select client_id from messages where ${messages}) order by id for update
  `.execute(tx)

/** Queues failures again, unless the client answered or was mailed since, or the mailing was canceled. */
export const requeueFailed = (
  db: Db,
  ids: number[],
  { error, at, next }: { error: string; at: string; next: string },
) =>
  transact(db, async (tx) => {
    const isFailed = sql`id = any(${ids}::bigint[]) and state = 'failed'`
    await lockClientsOf(tx, isFailed)
    await sql`
      with again as (
        update messages set state = ${waiting}, error = ${error}, settled_at = ${settledAt(at)}, next_attempt_at = ${next}
        where ${isFailed} and ${isUnsealed(at)} and not exists (
          select from clients c where c.id = client_id and purpose = 'answer'
            and (c.status <> 'pending' or c.excused_reason is not null or c.disputed_at is not null or c.reported_as is not null))
          and not exists (select from messages later where later.client_id = messages.client_id
            and later.id > messages.id and later.state <> 'canceled')
          and not exists (select from mailings where id = mailing_id and canceled_at is not null)
        returning mailing_id
      )
      update mailings set counts = null where id in (select mailing_id from again)
    `.execute(tx)
  })

/** Makes deferred messages due: the next mail server may accept them at once. */
export const requeueWaiting = (db: Db, at: string) =>
  sql`
    update messages set next_attempt_at = ${at}
    where state = 'queued' and error is not null and next_attempt_at > ${at}
  `.execute(db)

const settledAt = (at: string) =>
  sql<string | null>`case when ${waiting} = 'canceled' then ${at}::timestamptz end`

export const releaseMessages = (db: Db, claims: Held[], at: string) =>
  db
    .updateTable('messages')
    .set({ state: waiting, settled_at: settledAt(at), lease_until: null })
    .where(isHeld(claims))
    .execute()

/** @returns the claims still held */
export async function extendLeases(db: Db, claims: Held[], leaseMs: number): Promise<Set<number>> {
  const kept = await db
    .updateTable('messages')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where(isHeld(claims))
    .returning('claim_id')
    .execute()
  return new Set(kept.map(({ claim_id }) => claim_id!))
}

export const hasDue = (db: Db, at: string) =>
  readValue<boolean>(db)`
    select exists (select from messages where state = 'queued' and next_attempt_at <= ${at})
      or exists (select from messages where state = 'sending')
  `

/** Queues messages of dead processes again. The first `begun` letters of each may have been sent. Returns how many. */
export async function reclaimExpired(db: Db, { now, begun }: { now: string; begun: number }) {
  const expired = sql`state = 'sending' and lease_until < now()`
  const { numAffectedRows } = await sql`
    update messages set state = ${waiting}, settled_at = ${settledAt(now)}, lease_until = null,
      in_doubt = in_doubt or id in (
        select id from (
          select id, dense_rank() over (partition by claimed_by order by claim_id) as place from messages where ${expired}
        ) dropped where place <= ${begun})
    where ${expired}
  `.execute(db)
  return Number(numAffectedRows)
}
