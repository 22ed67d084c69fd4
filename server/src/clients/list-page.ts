import type { ClientQuery } from '@attest/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { conditionsOf, where } from '../selection/conditions.ts'
import type { ClientRecord } from './queries.ts'

/** Without any filter but the status, an index gives the ids of the page. */
export async function listPage(deps: Deps, query: ClientQuery) {
  const conditions = await conditionsOf(deps.db, deps, query)
  const isPlain = conditions.length <= (query.status === 'all' ? 0 : 1)
  return isPlain ? plainPage(deps.db, query, conditions) : searchPage(deps.db, query, conditions)
}

type Conditions = RawBuilder<unknown>[]

/** The total comes from counters that triggers keep. */
async function plainPage(db: Db, query: ClientQuery, conditions: Conditions) {
  const { rows } = await sql<ClientRecord & { total: number }>`
    select clients.*, ${total(query)} as total from (
      select id from clients ${where(conditions)} order by ${order(query)} ${slice(query)}
    ) page join clients using (id) order by ${order(query)}
  `.execute(db)
  return { users: rows, total: rows[0]?.total ?? (await countByStatus(db, query)) }
}

const total = ({ status }: ClientQuery) =>
  status === 'all'
    ? sql`(select pending + confirmed + updated from client_counts)`
    : sql`(select ${sql.ref(status)} from client_counts)`

/** A page behind the last one has no row to carry the total. */
async function countByStatus(db: Db, query: ClientQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total(query)} as total`.execute(db)
  return rows[0]!.total
}

/**
 * Materialized where the planner cannot estimate how many match: for rare hits it would walk the whole list.
 */
async function searchPage(db: Db, query: ClientQuery, conditions: Conditions) {
  const { search, emailed, round } = query
  const isGuess = search !== '' || emailed !== 'all' || round !== 'all'
  const { rows } = await sql<ClientRecord & { total: number }>`
    with hits as ${isGuess ? sql`materialized` : sql`not materialized`} (
      select id, ${column(query)} from clients ${where(conditions)}
    ), page as (
      select id from hits order by ${order(query)} ${slice(query)}
    )
    select clients.*, (select count(*) from hits) as total from page join clients using (id)
    order by ${order(query, 'clients')}
  `.execute(db)
  if (rows[0] || query.page === 1) return { users: rows, total: rows[0]?.total ?? 0 }
  return { users: [], total: await countMatching(db, conditions) }
}

async function countMatching(db: Db, conditions: Conditions): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from clients ${where(conditions)}
  `.execute(db)
  return rows[0]!.total
}

const sortField = ({ sort }: ClientQuery) => sort.replace('-', '')
const column = (query: ClientQuery) => sql.ref(sortField(query))

/** As people look names up: adams before Baker, Éclair beside Ecker (decision 9). */
const BY_LETTER = sql`collate "und-x-icu"`
const TEXTS = ['first_name', 'last_name', 'client_number', 'email']

/** The id keeps equal names in order, so that no client is on two pages. */
function order(query: ClientQuery, table?: string) {
  const direction = sql.raw(query.sort.startsWith('-') ? 'desc' : 'asc')
  const of = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const collation = TEXTS.includes(sortField(query)) ? BY_LETTER : sql``
  return sql`${of(sortField(query))} ${collation} ${direction}, ${of('id')} ${direction}`
}

const slice = ({ limit, page }: ClientQuery) => sql`limit ${limit} offset ${(page - 1) * limit}`
