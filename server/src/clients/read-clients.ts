import type { ClientQuery, ReadClient } from '@attest/contract/clients'
import { isOwnField, ownField, ownIdOf } from '@attest/contract/own-columns'
import { type RawBuilder, sql } from 'kysely'
import { readRow } from '../db/read.ts'
import type { Db } from '../db/schema.ts'
import type { Basics } from '../deps.ts'
import { type ClientRecord, returnedFrom } from '../records/clients.ts'
import { listOwnColumns } from '../records/own-columns.ts'
import { conditionsOf, where } from '../selection/select-clients.ts'

type ReadRecord = ClientRecord & Pick<ReadClient, 'last_answer' | 'emailed' | 'address_returned'>

/** Includes answers of clients merged into this one. Only a client with merges reads the view: it is computed whole. */
const LAST_ANSWER = sql`(select max(at) from answers where client_id = clients.id
  or client_id = any(array(select client_id from merged_stories where root_id = clients.id
    and exists (select from merged_clients where into_id = clients.id))))`

/** Subqueries per client are cheap: each has few emails and answers, found by index. */
const READ = sql`clients.*, ${LAST_ANSWER} as last_answer, exists (
  select from messages where client_id = clients.id and messages.state in ('queued', 'sending', 'accepted')
) as emailed, ${returnedFrom('clients')} as address_returned`

export const readClient = (db: Db, id: number) =>
  readRow<ReadRecord | undefined>(db)`select ${READ} from clients where id = ${id}`

/**
 * If only the status filters, an index gives the page's ids, and counters kept by triggers give the total.
 * A page behind the last one has a single row, with the total only.
 */
export async function listPage(deps: Basics, query: ClientQuery) {
  const conditions = await conditionsOf(deps.db, deps, query)
  const isPlain = conditions.length <= (query.status === 'all' ? 0 : 1)
  const all = sql`select clients.id, ${await sortValue(deps.db, query)} ${where(conditions)}`
  const { rows } = await sql<ReadRecord & { total: number }>`
    with ${isPlain ? sql`` : hits(query, all)} page as (
      select * from ${isPlain ? sql`(${all}) plain` : sql`hits`} order by ${order(query)} ${slice(query)}
    )
    select ${READ}, total from (select ${isPlain ? total(query) : sql`count(*) as total from hits`}) counted
      left join (page join clients using (id)) on true
    order by ${order(query)}
  `.execute(deps.db)
  return { users: rows.filter(({ id }) => id !== null), total: rows[0]!.total }
}

const total = ({ status }: ClientQuery) => {
  const counted = status === 'all' ? sql`pending + confirmed + updated` : sql.ref(status)
  return sql`${counted} as total from client_counts`
}

/** Materialized: the planner cannot estimate how many match, and would walk the whole list for rare hits. */
function hits({ search, emailed, round }: ClientQuery, all: RawBuilder<unknown>) {
  const isGuess = search !== '' || emailed !== 'all' || round !== 'all'
  return sql`hits as ${isGuess ? sql`materialized` : sql`not materialized`} (${all}),`
}

const sortField = ({ sort }: ClientQuery) => sort.replace('-', '')

/** The value to sort by, and its tables. A column of administrators is sorted by their emails. */
async function sortValue(db: Db, query: ClientQuery): Promise<RawBuilder<unknown>> {
  const field = sortField(query)
  // Joins, since one look-up for each of 100,000 clients takes twice as long.
  if (field === 'last_answer')
    return sql`latest.at as sort_value from clients left join (
      select client_id, max(at) as at from (
        select client_id, at from answers
        union all
        select s.root_id, at from merged_stories s join answers using (client_id)
      ) told group by client_id
    ) latest on latest.client_id = clients.id`
  if (!isOwnField(field)) return sql`clients.${sql.ref(field)} as sort_value from clients`
  const value = sql`clients.own->>${sql.lit(ownIdOf(field))}`
  const column = (await listOwnColumns(db)).find(({ id }) => ownField(id) === field)
  if (column?.kind !== 'administrator') return sql`${value} as sort_value from clients`
  return sql`(select email from admins where id::text = ${value}) as sort_value from clients`
}

/** Sorts as a phone book does: adams before Baker, Éclair beside Ecker (decision 9). */
const BY_LETTER = sql`collate "und-x-icu"`
const TEXTS = ['first_name', 'last_name', 'client_number', 'email', 'address', 'city']

/** The id keeps equal names in order, so that no client is on two pages. */
function order(query: ClientQuery) {
  const field = sortField(query)
  const direction = sql.raw(query.sort.startsWith('-') ? 'desc' : 'asc')
  const isOwn = isOwnField(field)
  const collation = isOwn || TEXTS.includes(field) ? BY_LETTER : sql``
  // Puts clients without a value last in both directions. Other fields keep the order of their index.
  const nulls = isOwn || field === 'last_answer' ? sql`nulls last` : sql``
  return sql`sort_value ${collation} ${direction} ${nulls}, id ${direction}`
}

const slice = ({ limit, page }: ClientQuery) => sql`limit ${limit} offset ${(page - 1) * limit}`
