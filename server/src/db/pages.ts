import type { SelectQueryBuilder } from 'kysely'

export interface Page {
  page: number
  limit: number
}

/** Counts the rows of a query that has no columns yet. */
export async function countRows<DB, TB extends keyof DB>(
  chosen: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const { total } = await chosen
    .select((e) => e.fn.countAll().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

export const readPage = <DB, TB extends keyof DB, Row>(
  sorted: SelectQueryBuilder<DB, TB, Row>,
  { page, limit }: Page,
) =>
  sorted
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
