import { ASKED_FOR, FIELDS } from '@attest/contract/client-fields'
import {
  ClientFilter,
  type ClientSelection,
  type EmailedFilter,
  type SelectionQuery,
} from '@attest/contract/clients'
import { US } from '@attest/contract/place'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { readValues } from '../db/read.ts'
import type { Db, Tx } from '../db/schema.ts'
import { fitsSearch } from '../db/search.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { DAY_MS, startOfDay } from '../local-time.ts'
import { isSent } from '../records/clients.ts'
import { listFormerNumbers } from '../records/merges.ts'
import { findOpenRound } from '../rounds/queries.ts'
import { isOutside, roundRows, statesOf } from '../rounds/round-rows.ts'
import { ownConditions } from './own-filter.ts'

type Clock = Pick<Deps, 'config' | 'now'>

/** @param among if given, only these clients can match */
export async function listMatching(
  db: Db,
  clock: Clock,
  filter: ClientFilter,
  among?: number[],
): Promise<number[]> {
  const conditions = await conditionsOf(db, clock, filter)
  if (among) conditions.push(sql`clients.id = any(${among})`)
  return readValues<number>(db)`
    select id from clients ${where(conditions)} order by id
  `
}

/** @throws Refusal 409 if another number of clients matches than the caller saw */
export async function selectClients(
  db: Db,
  clock: Clock,
  { ids, filter, total }: ClientSelection,
): Promise<number[]> {
  if (ids) return ids
  const matching = await listMatching(db, clock, filter!)
  if (matching.length !== total) {
    const message = `The list has changed: ${total} matched, now ${matching.length} do. Please look at it once more.`
    throw new Refusal(409, message, { code: 'selection_changed', total: matching.length })
  }
  return matching
}

const BATCH = 1000

/** Runs in batches: an answer waits for one at most. Skips clients who match no more. Returns how many changed. */
export async function changeSelected(
  deps: Pick<Deps, 'bulkDb' | 'config' | 'now'>,
  selection: ClientSelection,
  change: (tx: Tx, ids: number[]) => Promise<number>,
): Promise<number> {
  const { filter } = selection
  const ids = await selectClients(deps.bulkDb, deps, selection)
  let changed = 0
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    changed += await transact(deps.bulkDb, async (tx) => {
      await lockBulkWriters(tx)
      return change(tx, filter ? await listMatching(tx, deps, filter, batch) : batch)
    })
  }
  return changed
}

export function selectionOf(query: z.output<typeof SelectionQuery>): ClientSelection {
  const { ids, total, ...filter } = query
  if (ids) return { ids: ids.split(',').map(Number) }
  return total === undefined ? {} : { filter, total }
}

/** Names filters that this version does not know in `gone`, since they must not match everybody. */
export function storedFilter(stored: object): ClientFilter {
  const known: Partial<ClientFilter> = {}
  const gone: string[] = []
  for (const [name, value] of Object.entries(stored)) {
    const one = ClientFilter.safeParse({ [name]: value })
    if (one.success && name in one.data) Object.assign(known, { [name]: value })
    else gone.push(name)
  }
  if (gone.length > 0) known.gone = [known.gone, ...gone].filter(Boolean).join(', ')
  return ClientFilter.parse(known)
}

export const isSelection = ({ ids, filter }: ClientSelection): boolean =>
  ids !== undefined || filter !== undefined

/** A filter's conditions on `clients`. A filter that matches every client has none. */
export async function conditionsOf(
  db: Db,
  { now, config }: Clock,
  filter: ClientFilter,
): Promise<RawBuilder<unknown>[]> {
  const { status, group, state, excused, importId, since, emailed, round } = filter
  const all = [
    ...(await searched(db, filter.search)),
    status !== 'all' && sql`status = ${status}`,
    group !== '' && sql`group_template = ${group}`,
    state !== '' && sql`clients.state = ${state} and clients.country = ${US}`,
    excused !== 'all' && EXCUSED[excused],
    filter.incomplete !== 'all' && INCOMPLETE,
    importId !== '' &&
      sql`clients.id in (select client_id from import_clients where import_id = ${importId})`,
    since !== '' && sql`last_updated >= ${startOfDay(since, config.TIME_ZONE).toISOString()}`,
    emailed !== 'all' && emailedIs(emailed, now()),
    round !== 'all' && (await isInRound(db, round)),
    ...(await ownConditions(db, filter.own)),
    filter.gone !== '' && sql`false`,
  ]
  return all.filter((condition) => condition !== false)
}

/** Finds the kept client by a former number of a merged one. */
async function searched(db: Db, search: string): Promise<RawBuilder<unknown>[]> {
  const words = fitsSearch(search, sql`search_text`)
  const former = words.length === 0 ? [] : await listFormerNumbers(db, [search])
  if (former.length === 0) return words
  const ids = former.map(({ id }) => id)
  return [sql`(${sql.join(words, sql` and `)} or clients.id = any(${ids}))`]
}

const EXCUSED = {
  yes: sql`excused_reason is not null`,
  no: sql`excused_reason is null and disputed_at is null and reported_as is null`,
  disputed: sql`disputed_at is not null`,
  reported: sql`reported_as is not null and excused_reason is null`,
}

const INCOMPLETE = sql`(${isEmpty('always')} or (country = ${sql.lit(US)} and ${isEmpty('in_us')}))`

function isEmpty(needed: 'always' | 'in_us') {
  const fields = ASKED_FOR.filter((field) => FIELDS[field].needed === needed)
  return sql`'' in (${sql.join(fields.map((field) => sql.ref(`clients.${field}`)))})`
}

const SPANS = { day: 1, not_day: 1, week: 7, month: 30, earlier: 30 }

/** A subquery per client is cheap: each has few emails, and an index finds them. */
function emailedIs(emailed: Exclude<EmailedFilter, 'all'>, now: Date): RawBuilder<unknown> {
  if (emailed === 'failed') {
    return sql`clients.id in (select client_id from messages m where m.state = 'failed'
      and not exists (select from messages n where n.client_id = m.client_id and n.id > m.id))`
  }
  const accepted = sql`select from messages where client_id = clients.id and ${isSent('messages')}`
  if (emailed === 'never') return sql`not exists (${accepted})`
  const since = new Date(now.getTime() - SPANS[emailed] * DAY_MS).toISOString()
  const lately = sql`exists (${accepted} and settled_at >= ${since})`
  if (emailed === 'not_day') return sql`not ${lately}`
  return emailed === 'earlier' ? sql`exists (${accepted}) and not ${lately}` : lately
}

async function isInRound(db: Db, state: string): Promise<RawBuilder<unknown>> {
  const open = await findOpenRound(db)
  if (!open) return sql`false`
  if (state === 'outside') return isOutside(open)
  // An array is faster than a join, which looks up each client by its id.
  return sql`clients.id = any(array(select client_id from (${roundRows(open)}) r where r.state = any(${statesOf(state)})))`
}

export const where = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
