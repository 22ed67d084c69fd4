import type { ClientFilter, ClientSelection, SelectionQuery } from '@attest/contract/clients'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { conditionsOf, where } from './conditions.ts'

type Clock = Pick<Deps, 'config' | 'now'>

export async function listMatching(db: Db, clock: Clock, filter: ClientFilter): Promise<number[]> {
  const conditions = await conditionsOf(db, clock, filter)
  const { rows } = await sql<{ id: number }>`
    select id from clients ${where(conditions)} order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a selection that has passed the contract.
 * @throws Refusal 409 if another number of clients matches than the caller saw
 */
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
