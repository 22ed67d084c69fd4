import type { Db } from '../db/schema.ts'

export const listTemplateRows = (db: Db) =>
  db.selectFrom('templates').selectAll().orderBy('name').orderBy('id').execute()

export const findTemplateRow = (db: Db, id: string) =>
  db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()
