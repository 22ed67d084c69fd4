import { DEFAULT_TEMPLATE } from '@attest/contract/clients'
import type { Db } from '../db/schema.ts'

/** The default first, as a dialog offers them; then by name. */
export const listTemplateRows = (db: Db) =>
  db
    .selectFrom('templates')
    .selectAll()
    .orderBy((e) => e('id', '=', DEFAULT_TEMPLATE), 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()

export const findTemplateRow = (db: Db, id: string) =>
  db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()
