import {
  MINE,
  type OwnColumn,
  type OwnCondition,
  readOwnFilter,
  writeOwnFilter,
} from '@attest/contract/own-columns'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { likePattern } from '../db/search.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { listOwnColumns } from '../records/own-columns.ts'

interface Filtered {
  own?: string | undefined
  filter?: { own: string } | undefined
}

/** Replaces MINE by the caller's id in conditions on columns of administrators, in `own` or in a `filter`. */
export async function asCaller<I extends Filtered>(
  db: Db,
  input: I,
  { id: caller }: Pick<SignedIn, 'id'>,
): Promise<I> {
  const { own, filter } = input
  if (!(own || filter?.own)) return input
  const columns = await listOwnColumns(db)
  const isMine = ({ id, value }: OwnCondition) =>
    value === MINE && columns.some((each) => each.id === id && each.kind === 'administrator')
  const resolve = (text: string) =>
    writeOwnFilter(
      readOwnFilter(text).map((each) => (isMine(each) ? { ...each, value: caller } : each)),
    )
  return {
    ...input,
    ...(own && { own: resolve(own) }),
    ...(filter && { filter: { ...filter, own: resolve(filter.own) } }),
  }
}

/** Conditions on `clients`. A condition on a deleted column matches nobody. */
export async function ownConditions(db: Db, filter: string): Promise<RawBuilder<unknown>[]> {
  if (filter === '') return []
  const columns = await listOwnColumns(db)
  return readOwnFilter(filter).map(({ id, value }) => {
    const column = columns.find((each) => each.id === id)
    return column ? conditionOf(column, value) : sql`false`
  })
}

function conditionOf({ id, kind }: OwnColumn, value: string): RawBuilder<unknown> {
  const key = sql.lit(String(id))
  if (value === '') return sql`not clients.own ? ${key}`
  if (kind === 'text') return sql`clients.own->>${key} ilike ${likePattern(value)}`
  const [from = '', to] = value.split('..')
  if (kind === 'date' && to !== undefined)
    return sql`(clients.own->>${key} >= ${from} and clients.own->>${key} <= ${to || '9999-12-31'})`
  // Written so that the index of own values applies.
  return sql`(clients.own @> ${JSON.stringify({ [id]: value })}::jsonb and clients.own <> '{}')`
}
