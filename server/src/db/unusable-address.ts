import { sql } from 'kysely'

/** A column's address that no mail server would accept. */
export const isUnusableAddress = (column: string) =>
  sql`${sql.ref(column)} !~ '^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$'`
