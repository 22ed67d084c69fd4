import type { Db, Tx } from './schema.ts'

export const findClient = (db: Db, id: number) =>
  db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()

export const lockClient = (tx: Tx, id: number) =>
  tx.selectFrom('clients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
