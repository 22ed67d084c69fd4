import { type Insertable, type Selectable, sql } from 'kysely'
import type { AttachmentRow, Db, Tx } from '../db/schema.ts'

import { storyIds } from '../records/merges.ts'

export type AttachmentRecord = Selectable<AttachmentRow>

export const listAttachmentRows = async (db: Db, clientId: number) =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where(sql<boolean>`client_id = any(${await storyIds(db, clientId)})`)
    .orderBy('id', 'desc')
    .execute()

export const findAttachment = (db: Db, id: number) =>
  db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()

export const insertAttachment = (tx: Tx, row: Insertable<AttachmentRow>) =>
  tx.insertInto('attachments').values(row).returningAll().executeTakeFirstOrThrow()

export const removeAttachment = (tx: Tx, id: number) =>
  tx.deleteFrom('attachments').where('id', '=', id).returningAll().executeTakeFirst()

/** Deletes the rows of clients removed for good. A trigger notes the files' bytes for removal. */
export const removeAttachmentsOf = (tx: Tx, clientIds: number[]) =>
  tx.deleteFrom('attachments').where(sql<boolean>`client_id = any(${clientIds})`).execute()

/** Runs before the bytes are stored. Bytes without a row at `dueAt` are removed. */
export const noteUpload = (db: Db, key: string, dueAt: string) =>
  db.insertInto('file_removals').values({ key, due_at: dueAt }).execute()

export const forgetRemoval = (db: Db, key: string) =>
  db.deleteFrom('file_removals').where('key', '=', key).execute()

export async function listDueRemovals(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('file_removals')
    .select('key')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  return rows.map(({ key }) => key)
}
