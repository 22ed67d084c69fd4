import { REVIEW_KINDS, type ReviewKind } from '@attest/contract/reviews'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../db/pages.ts'
import type { Db } from '../../db/schema.ts'
import { listReturnable } from '../../records/answers.ts'
import { IS_OPEN } from '../../records/reviews.ts'

/** Conditions on an item of the list; the first that holds names its kind. */
const KINDS: Record<ReviewKind, RawBuilder<unknown>> = {
  disputed: sql`disputed_at is not null`,
  name: sql`is_named`,
  implausible: sql`is_implausible`,
  // Compares only clients changed since their last answer: comparing is slow.
  office: sql`last_updated <> last_recorded and exists (
    select from clients c, (
      select distinct on (field) field, a.new->>field as told from answers a, jsonb_object_keys(a.old) field
      where a.id = any(answer_ids) order by field, a.id desc) last
    where c.id = items.id and to_jsonb(c)->>field is distinct from told)`,
  plain: sql`true`,
}

const KIND = sql`case ${sql.join(
  REVIEW_KINDS.map((kind, rank) => sql`when ${KINDS[kind]} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const isKind = (kind: ReviewKind | '') =>
  kind === '' ? sql`true` : sql`kind = ${sql.lit(REVIEW_KINDS.indexOf(kind))}`

/** Lists a disputed answer even after somebody has reviewed it. */
const LISTED = sql`with roots as (
    select id as root_id, disputed_at, disputed_answer_id, last_updated from clients
    where has_changes or disputed_at is not null
  ), stories as (
    select root_id as client_id, * from roots
    union all select client_id, roots.* from roots join merged_stories using (root_id)
  ), items as (
    select root_id as id, disputed_at, last_updated, array_agg(a.id order by a.id) as answer_ids,
      max(a.recorded_at) as last_recorded, bool_or(a.old ?| '{first_name,last_name}') as is_named,
      bool_or(a.implausible) as is_implausible
    from stories join answers a using (client_id)
    where ${IS_OPEN} or a.id = disputed_answer_id
    group by 1, 2, 3
  ), listed as materialized (select id, answer_ids, ${KIND} as kind from items)`

interface Listed {
  id: number
  kind: number
  answer_ids: number[]
}

interface Count {
  total: number
  mark: string
}

/** Sorts by kind, then the oldest answer first: a new answer moves no row above it. */
export async function listToReview(db: Db, kind: ReviewKind | '', page?: Page) {
  const slice = page ? sql`limit ${page.limit} offset ${(page.page - 1) * page.limit}` : sql``
  const { rows } = await sql<{ page: Listed[]; counts: Record<string, Count> | null }>`
    ${LISTED}
    select
      (select json_object_agg(kind, to_jsonb(k) - 'kind') from (
        select kind, count(*) as total, bit_xor(hash_array_extended(answer_ids, id))::text as mark
        from listed group by kind) k) as counts,
      coalesce((select json_agg(p) from (select id, kind, answer_ids from listed where ${isKind(kind)}
        order by kind, answer_ids[1] ${slice}) p), '[]') as page
  `.execute(db)
  const { page: items, counts } = rows[0]!
  const named = Object.entries(counts ?? {}).map(
    ([rank, count]) => [kindOf(Number(rank)), count] as const,
  )
  const chosen = named.filter(([name]) => kind === '' || name === kind)
  return {
    items,
    counts: Object.fromEntries(named) as Partial<Record<ReviewKind, Count>>,
    total: chosen.reduce((sum, [, { total }]) => sum + total, 0),
    mark: chosen.map(([, { mark }]) => mark).join(),
  }
}

export const kindOf = (rank: number): ReviewKind => REVIEW_KINDS[rank]!

export function answersOf(db: Db, items: readonly Listed[]) {
  const ids = items.map(({ id }) => id)
  return listReturnable(db, ids, sql`a.id = any(${items.flatMap(({ answer_ids }) => answer_ids)})`)
}
