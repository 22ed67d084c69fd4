import type { Db } from '../db/schema.ts'

/** The next clients in the order they were added; pages of ids hold nobody up. */
export const listAfter = (db: Db, id: number, limit: number) =>
  db.selectFrom('clients').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
