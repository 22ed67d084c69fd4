import { type Insertable, type Selectable, sql } from 'kysely'
import type { AttachmentRow, Db, Tx } from '../db/schema.ts'

export type AttachmentRecord = Selectable<AttachmentRow>

export const listAttachmentRows = (db: Db, clientId: number) =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .execute()

export const findAttachment = (db: Db, id: number) =>
  db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()

export const insertAttachment = (tx: Tx, row: Insertable<AttachmentRow>) =>
  tx.insertInto('attachments').values(row).returningAll().executeTakeFirstOrThrow()

export const removeAttachment = (tx: Tx, id: number) =>
  tx.deleteFrom('attachments').where('id', '=', id).returningAll().executeTakeFirst()

export async function keysOf(db: Db, clientIds: number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('key')
    .where(sql<boolean>`client_id = any(${clientIds})`)
    .execute()
  return rows.map(({ key }) => key)
}

export async function databaseId(db: Db): Promise<string> {
  await db
    .insertInto('database_id')
    .defaultValues()
    .onConflict((on) => on.doNothing())
    .execute()
  const { id } = await db.selectFrom('database_id').select('id').executeTakeFirstOrThrow()
  return id
}

export async function unknownKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('key')
    .where(sql<boolean>`key = any(${keys})`)
    .execute()
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}
