import { sql } from 'kysely'
import type { ClientRow, Db, TemplateColumns } from '../db/schema.ts'

/** A message taken up for sending, with all that its letter needs. */
export type ClaimedMessage = TemplateColumns &
  Pick<ClientRow, 'first_name' | 'last_name' | 'address' | 'city' | 'state' | 'zip_code'> & {
    id: number
    /** Of this claim: no other one of this or another message has it. */
    claim_id: number
    client_id: number
    email: string
    message_id: string
    attempts: number
    in_doubt: boolean
  }

/** How one try ended. */
export interface Outcome {
  id: number
  /** Of the claim that it is the end of. */
  claim_id: number
  state: 'accepted' | 'failed' | 'queued'
  error: string | null
  smtp_response: string | null
  /** For 'queued': when it may be tried again. */
  next_attempt_at: string | null
  /** Whether this try counts: it does not while the server as a whole is unreachable. */
  counted: boolean
  /** It may have arrived all the same. */
  in_doubt: boolean
}

/**
 * The mailing was canceled meanwhile, or the client has answered, or is deleted. It stands in the message's own row:
 * a statement that waited for that row sees it as it is then, and any other as it was when the statement began.
 */
const isOver = sql`(client_id is null or last_try)`

/** Back into the queue, unless it is over: without a client it could never be taken up, and would stand before all. */
const waiting = sql<'queued' | 'canceled'>`case when ${isOver} then 'canceled' else 'queued' end`

/** A message as one sender took it up. */
type Held = Pick<ClaimedMessage, 'id' | 'claim_id'>

/**
 * Those of the claims that still stand. After its lease a message may be another's, and then how the first one's
 * try ended says nothing any more. The state in a form no index serves: with the figures of a moment in which nothing
 * was sent, the planner takes an index of states for the shortest way and walks all that is or was taken up, for each
 * statement.
 */
const isHeld = (claims: Held[]) => sql<boolean>`
  id = any(${claims.map(({ id }) => id)}::bigint[])
  and claim_id = any(${claims.map(({ claim_id }) => claim_id)}::bigint[]) and state || '' = 'sending'`

/** Where to a try went, and when it ended. */
export interface Settling {
  provider: string
  at: string
}

/**
 * Writes down how tries ended; only what is still held may be settled. Each of the two statements looks
 * up its arrays by the place of the id: a plan without a join takes half the time.
 * Gives the mailings of those that ended as canceled.
 */
export async function settleMessages(db: Db, outcomes: Outcome[], by: Settling): Promise<number[]> {
  const accepted = outcomes.filter(({ state }) => state === 'accepted')
  const others = outcomes.filter(({ state }) => state !== 'accepted')
  if (accepted.length > 0) await settleAccepted(db, accepted, by)
  return others.length > 0 ? settleOthers(db, others, by) : []
}

/** Nearly all are accepted: this statement limits sending, and the other takes half as long again. */
async function settleAccepted(db: Db, outcomes: Outcome[], { provider, at }: Settling) {
  const ids = outcomes.map(({ id }) => id)
  await sql`
    update messages set
      state = 'accepted', error = null, attempts = attempts + 1, lease_until = null,
      smtp_response = (${responsesOf(outcomes)}::text[])[array_position(${ids}::bigint[], id)],
      settled_at = ${at}, provider = ${provider}
    where ${isHeld(outcomes)}
  `.execute(db)
}

/** No text of PostgreSQL holds a NUL, and a server may say one: for a single answer none would be written. */
const responsesOf = (outcomes: Outcome[]) =>
  outcomes.map(({ smtp_response }) => smtp_response?.replaceAll('\0', '') ?? null)

async function settleOthers(db: Db, outcomes: Outcome[], { provider, at }: Settling) {
  const all = <K extends keyof Outcome>(name: K) => outcomes.map((outcome) => outcome[name])
  const place = sql`array_position(${all('id')}::bigint[], id)`
  const state = sql`(${all('state')}::text[])[${place}]`
  const { rows } = await sql<Ended>`
    update messages set
      state = case when ${state} = 'queued' then ${waiting} else ${state} end,
      error = (${all('error')}::text[])[${place}],
      smtp_response = (${responsesOf(outcomes)}::text[])[${place}],
      next_attempt_at = coalesce((${all('next_attempt_at')}::timestamptz[])[${place}], next_attempt_at),
      attempts = attempts + (${all('counted')}::boolean[])[${place}]::int,
      in_doubt = in_doubt or (${all('in_doubt')}::boolean[])[${place}],
      settled_at = case when ${state} <> 'queued' or ${isOver} then ${at}::timestamptz end,
      provider = ${provider}, lease_until = null
    where ${isHeld(outcomes)}
    returning mailing_id, state
  `.execute(db)
  return canceledOf(rows)
}

interface Ended {
  mailing_id: number
  state: string
}

const canceledOf = (rows: Ended[]): number[] => [
  ...new Set(rows.filter(({ state }) => state === 'canceled').map(({ mailing_id }) => mailing_id)),
]

/** The client's own where the one of the mailing was deleted in the moment that the mailing was made. */
const templateNow = sql`
  case when exists (select from templates x where x.id = m.template_id) then m.template_id else c.group_template end`

export interface Claim {
  /** Of the sender; a UUID. */
  claimedBy: string
  /** As many messages are taken up as there are hashes of tokens for their links. */
  tokenHashes: string[]
  at: string
  leaseUntil: string
  /** How long the links live. */
  linkDays: number
}

/**
 * Takes due messages up under a lease, each with its link, at the client's present address and with
 * the template's present version; one statement, so all of it or nothing. `place` is that of its
 * token among the hashes, from 1, and its place in the order in which the sender must begin them.
 * The due ones are an array, for a join with them reads the whole ledger while that has some thousand rows.
 * Their clients are locked against a correction, and read under that lock: nobody is written to at an address that was
 * corrected in this moment, with a link that the correction did not revoke. Who is locked is left for later.
 * A restored copy takes up nothing until an administrator resumes it.
 */
export async function claimMessages(db: Db, claim: Claim) {
  const { claimedBy, tokenHashes, at, leaseUntil, linkDays } = claim
  const { rows } = await sql<ClaimedMessage & { place: number }>`
    with due as (
      select id, client_id from messages where state = 'queued' and next_attempt_at <= ${at}
        and not exists (select from restored_copy)
      order by next_attempt_at, id limit ${tokenHashes.length} for update skip locked
    ), present as materialized (
      select id, email, group_template, first_name, last_name, address, city, state, zip_code from clients
      where id = any(array(select client_id from due)) for key share skip locked
    ), claimed as (
      update messages m set state = 'sending', lease_until = ${leaseUntil}, email = c.email,
        claimed_by = ${claimedBy}, claim_id = nextval('messages_claim_ids'),
        template_id = t.id, template_version = t.version
      from present c, templates t
      where m.id = any(array(select id from due)) and c.id = m.client_id and t.id = ${templateNow}
      returning m.claim_id, m.id, m.client_id, m.email, m.message_id, m.attempts, m.in_doubt,
        c.first_name, c.last_name, c.address, c.city, c.state, c.zip_code,
        t.name, t.subject, t."textContent", t.greeting, t."mainMessage", t."addressLabel", t."buttonText",
        t."footerMessage", t.signature
    ), placed as (
      select *, row_number() over (order by claim_id)::int as place from claimed
    ), links as (
      insert into verification_links (token_hash, client_id, email, issued_at, expires_at)
      select (${tokenHashes}::text[])[place], client_id, email, ${at}, ${at}::timestamptz + ${linkDays} * interval '1 day'
      from placed
    )
    select * from placed order by place
  `.execute(db)
  return rows
}

const settledAt = (at: string) =>
  sql<string | null>`case when ${waiting} = 'canceled' then ${at}::timestamptz end`

/** Gives messages back that were taken up but never begun; gives the mailings of those that are canceled thereby. */
export async function releaseMessages(db: Db, claims: Held[], at: string): Promise<number[]> {
  const released = await db
    .updateTable('messages')
    .set({ state: waiting, settled_at: settledAt(at), lease_until: null })
    .where(isHeld(claims))
    .returning(['mailing_id', 'state'])
    .execute()
  return canceledOf(released)
}

/** Gives the ids of those that are still held. */
export async function extendLeases(
  db: Db,
  claims: Held[],
  leaseUntil: string,
): Promise<Set<number>> {
  const kept = await db
    .updateTable('messages')
    .set({ lease_until: leaseUntil })
    .where(isHeld(claims))
    .returning('id')
    .execute()
  return new Set(kept.map(({ id }) => id))
}

/** Whether nothing is sent because an administrator has yet to resume a restored copy. */
export async function isRestoredCopy(db: Db): Promise<boolean> {
  const copy = await db.selectFrom('restored_copy').select('singleton').executeTakeFirst()
  return copy !== undefined
}

/** Whether there is anything to send just now, by whomever. */
export async function hasDue(db: Db, at: string): Promise<boolean> {
  const { rows } = await sql`
    (select from messages where state = 'queued' and next_attempt_at <= ${at} limit 1)
    union all (select from messages where state = 'sending' limit 1)
  `.execute(db)
  return rows.length > 0
}

interface Freeing {
  now: string
  /** How many of what a sender leaves behind it can have begun. */
  begun: number
}

/**
 * What a dead sender had taken up is queued again. Whether the first of them were sent is not known: they
 * are marked. Tells how many there were, and the mailings of those that are canceled.
 */
export async function freeLeases(db: Db, { now, begun }: Freeing) {
  const left = sql`state = 'sending' and lease_until < ${now}`
  const { rows } = await sql<Ended>`
    update messages set state = ${waiting}, settled_at = ${settledAt(now)}, lease_until = null,
      in_doubt = in_doubt or id in (
        select id from (
          select id, row_number() over (partition by claimed_by order by claim_id) as place from messages where ${left}
        ) dropped where place <= ${begun})
    where ${left}
    returning mailing_id, state
  `.execute(db)
  return { freed: rows.length, canceled: canceledOf(rows) }
}
