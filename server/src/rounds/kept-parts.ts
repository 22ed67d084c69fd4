import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'
import type { MergedClientRow } from '../db/trash-schema.ts'
import { storyIds } from '../records/merges.ts'
import type { RoundRecord } from './queries.ts'
import { all, type Chosen, COLUMNS, derivedRows, oneOf } from './round-rows.ts'

// The rows that a round keeps: of deleted clients, of all clients at its close (decision 24), and its members.

const freeze = (tx: Tx, round: RoundRecord, chosen: Chosen) =>
  sql`
    insert into round_clients (round_id, ${COLUMNS})
    select ${round.id}, ${COLUMNS} from (${derivedRows(round, chosen)}) r
  `.execute(tx)

export const freezeAll = (tx: Tx, round: RoundRecord) => freeze(tx, round, all)

/** Keeps the part of clients who are about to be deleted. Unanswered ones count as excused. */
export async function freezeDeleted(tx: Tx, round: RoundRecord, clientIds: number[]) {
  await freeze(tx, round, oneOf(clientIds))
  await sql`
    update round_clients set state = 'excused', reason = case when state = 'excused' then reason else 'deleted' end
    where round_id = ${round.id} and client_id = any(${clientIds}) and state <> 'answered'
  `.execute(tx)
}

/** Returns how many clients were no members before. A message also makes its client a member. */
export async function joinRound(tx: Tx, roundId: number, clientIds: number[]) {
  const { numAffectedRows } = await sql`
    insert into round_members select ${roundId}, unnest(${clientIds}::bigint[]) on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows)
}

export const leaveRound = (tx: Tx, roundId: number, clientId: number) =>
  sql`delete from round_members where round_id = ${roundId} and client_id = ${clientId}`.execute(tx)

/** Lets the open round derive the part of restored clients again. Closed rounds keep theirs. */
export async function unfreezeRestored(
  tx: Tx,
  round: RoundRecord | undefined,
  members: { client_id: number; round_ids: number[] }[],
) {
  const ids = members.map(({ client_id }) => client_id)
  if (round)
    await sql`delete from round_clients where round_id = ${round.id} and client_id = any(${ids})`.execute(
      tx,
    )
  await sql`
    insert into round_members
    select rounds.id, client_id from ${jsonRows(members, 'client_id bigint, round_ids bigint[]')}
      join rounds on rounds.id = any(round_ids)
  `.execute(tx)
}

/** Splits the one part that a round kept for both clients if it closed between their merge and its undo. */
export async function divideKept(
  tx: Tx,
  { client_id, into_id, merged_at }: Selectable<MergedClientRow>,
) {
  const rounds = await tx
    .selectFrom('rounds')
    .selectAll()
    .where('started_at', '<=', merged_at)
    .where('closed_at', '>=', merged_at)
    .execute()
  const ids = await storyIds(tx, into_id)
  for (const round of rounds) {
    // The trash has kept the other client unchanged.
    await freeze(tx, round, oneOf([client_id]))
    await sql`
      update round_clients set answered_at = null, result = null, via = null,
        state = case when requests + reminders > 0 then 'asked' else 'not_asked' end
      where round_id = ${round.id} and client_id = ${into_id} and state = 'answered' and not exists (
        select from answers where client_id = any(${ids}) and at >= ${round.started_at} and recorded_at <= ${round.closed_at})
    `.execute(tx)
  }
}

export const sentEmails = (clientIds: number[]) => sql`
  select m.id, coalesce(m.client_id, m.former_client_id) as client_id, b.round_id, b.kind, case when m.state = 'accepted' then m.settled_at end as accepted_at,
    case when m.state = 'failed' then m.settled_at end as failed_at, coalesce(m.provider = 'outbox', false) as written
  from messages m join mailings b on b.id = m.mailing_id
  where (m.client_id = any(${clientIds}) or m.former_client_id = any(${clientIds})) and m.state in ('accepted', 'failed')`

/** Keeps the emails of clients about to be deleted, in each of their rounds. */
export const keepSentEmails = (tx: Tx, clientIds: number[]) =>
  sql`
    update round_clients k set emails = s.emails from (
      select round_id, client_id, json_agg(sent order by sent.id) as emails
      from (${sentEmails(clientIds)}) sent group by 1, 2
    ) s where s.round_id = k.round_id and s.client_id = k.client_id
  `.execute(tx)
