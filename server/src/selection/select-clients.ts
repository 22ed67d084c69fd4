import type { ClientFilter, ClientSelection, SelectionQuery } from '@attest/contract/clients'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db, Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { conditionsOf, where } from './conditions.ts'

type Clock = Pick<Deps, 'config' | 'now'>

/** @param among only of these */
export async function listMatching(
  db: Db,
  clock: Clock,
  filter: ClientFilter,
  among?: number[],
): Promise<number[]> {
  const conditions = await conditionsOf(db, clock, filter)
  if (among) conditions.push(sql`clients.id = any(${among})`)
  const { rows } = await sql<{ id: number }>`
    select id from clients ${where(conditions)} order by id
  `.execute(db)
  return rows.map(({ id }) => id)
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

/** In batches: an answer waits for one at most. Skips clients who no longer match. Returns how many were changed. */
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

export function selectionOf({
  ids,
  total,
  ...filter
}: z.output<typeof SelectionQuery>): ClientSelection {
  if (ids) return { ids: ids.split(',').map(Number) }
  return total === undefined ? {} : { filter, total }
}

export const isSelection = ({ ids, filter }: ClientSelection): boolean =>
  ids !== undefined || filter !== undefined
