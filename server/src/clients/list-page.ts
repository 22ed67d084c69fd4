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

type Row = ClientRecord & { total: number }

/** A page behind the last one has a single row, with the total only. */
const pageOf = (rows: Row[]) => ({
  users: rows.filter(({ id }) => id !== null),
  total: rows[0]!.total,
})

/** The total comes from counters that triggers keep. */
async function plainPage(db: Db, query: ClientQuery, conditions: Conditions) {
  const { rows } = await sql<Row>`
    with page as (
      select id from clients ${where(conditions)} order by ${order(query)} ${slice(query)}
    )
    select clients.*, total from (select ${total(query)} as total) counted
      left join (page join clients using (id)) on true
    order by ${order(query, 'clients')}
  `.execute(db)
  return pageOf(rows)
}

const total = ({ status }: ClientQuery) =>
  status === 'all'
    ? sql`(select pending + confirmed + updated from client_counts)`
    : sql`(select ${sql.ref(status)} from client_counts)`

/** Materialized: the planner cannot estimate how many match, and would walk the whole list for rare hits. */
async function searchPage(db: Db, query: ClientQuery, conditions: Conditions) {
  const { search, emailed, round } = query
  const isGuess = search !== '' || emailed !== 'all' || round !== 'all'
  const { rows } = await sql<Row>`
    with hits as ${isGuess ? sql`materialized` : sql`not materialized`} (
      select id, ${column(query)} from clients ${where(conditions)}
    ), page as (
      select id from hits order by ${order(query)} ${slice(query)}
    )
    select clients.*, total from (select count(*) as total from hits) counted
      left join (page join clients using (id)) on true
    order by ${order(query, 'clients')}
  `.execute(db)
  return pageOf(rows)
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
