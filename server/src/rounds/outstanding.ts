import { fullName } from '@attest/contract/full-name'
import { US } from '@attest/contract/place'
import type { listOutstanding, OutstandingClient } from '@attest/contract/rounds'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { beforeAnswer } from '../answers/before-answer.ts'
import type { AnswerRow, Db } from '../db/schema.ts'
import { fitsSearch } from '../db/search.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { findRound, listCalls, type RoundRecord } from './queries.ts'
import { oneOf, REASONS, roundRows, statesOf } from './round-rows.ts'

export async function outstandingPage(
  { db }: Deps,
  id: number,
  query: z.output<(typeof listOutstanding)['query']>,
) {
  const round = (await findRound(db, id)) ?? notFound('Round')
  const { clients, total } = await listOutstandingRows(db, round, query)
  const ids = clients.map(({ client_id }) => client_id)
  const calls = await listCalls(db, id, ids)
  return {
    total,
    clients: clients.map((client) => ({
      ...asBeforeDispute(client),
      calls: calls.filter(({ client_id }) => client_id === client.client_id),
    })),
  }
}

/** Details to read out on the phone: never those of a disputed answer. */
function asBeforeDispute({ answer, ...row }: OutstandingRow): Omit<OutstandingClient, 'calls'> {
  if (row.reason !== 'disputed' || answer.old === null) return row
  const before = beforeAnswer(row, answer)
  return { ...before, name: fullName(before) }
}

/** A deleted client has no search text any more. */
const SEARCHED = sql`search_fold(name || ' ' || client_number || ' ' || email || ' ' ||
  replace(phone_number, ' ', '') || ' ' || replace(coalesce(alt_number, ''), ' ', ''))`

async function listOutstandingRows(
  db: Db,
  round: RoundRecord,
  { reason, search, page, limit }: z.output<(typeof listOutstanding)['query']>,
) {
  const reasons = statesOf(reason)
  const fits = fitsSearch(search, SEARCHED)
  const fitting = sql`
    from (${roundRows(round)}) r
    where ${sql.join([sql`state = any(${reasons})`, ...fits], sql` and `)}`
  // Ids first: sorting whole rows takes twice as long.
  const { rows: found } = await sql<{ client_id: number; total: number }>`
    select client_id, count(*) over ()::int as total ${fitting}
    order by array_position(${REASONS}, state), lower(name), client_id
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db)
  const ids = found.map(({ client_id }) => client_id)
  // A client deleted since the round closed has no place.
  const { rows: clients } = await sql<OutstandingRow>`
    select r.client_id, r.client_number, r.name, r.email, r.phone_number, r.alt_number, r.requests, r.reminders,
      r.last_asked_at, r.last_emailed_at, r.state as reason, r.reason as error, coalesce(c.address, '') as address,
      coalesce(c.city, '') as city, coalesce(c.state, '') as state, coalesce(c.zip_code, '') as zip_code,
      coalesce(c.country, ${US}) as country, c.first_name, c.last_name, jsonb_build_object('old', d.old, 'new', d.new) as answer
    from (${roundRows(round, oneOf(ids))}) r left join clients c on c.id = r.client_id
      left join answers d on d.id = c.disputed_answer_id
    order by array_position(${ids}::bigint[], r.client_id)
  `.execute(db)
  if (found[0] || page === 1) return { clients, total: found[0]?.total ?? 0 }
  // A page behind the last one has no row to carry the total.
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${fitting}
  `.execute(db)
  return { clients, total: counted[0]!.total }
}

type OutstandingRow = Omit<OutstandingClient, 'calls'> & {
  first_name: string
  last_name: string
  /** The disputed answer, if there is one. */
  answer: Pick<Selectable<AnswerRow>, 'old' | 'new'> | { old: null }
}
