import { ADDRESS_FIELDS } from '@attest/contract/client-fields'
import type { UndoRow } from '@attest/contract/import-undo'
import { type Insertable, sql } from 'kysely'
import type { ImportChangeRow } from '../db/import-schema.ts'
import type { Db, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'

export type ImportChange = Partial<Insertable<ImportChangeRow>> & { client_id: number }

export const addImportChanges = (tx: Tx, importId: string, changes: readonly ImportChange[]) =>
  changes.length === 0
    ? undefined
    : sql`
        insert into import_changes (import_id, client_id, field, old, new, mail_to, mail_to_by)
        select ${importId}::uuid, client_id, field, old, new, mail_to, mail_to_by
        from ${jsonRows(changes, 'client_id bigint, field text, old text, new text, mail_to text, mail_to_by text')}
      `.execute(tx)

/** Makes an undo skip these fields, since they were changed again. An address counts as one field. */
export async function supersedeImports(tx: Tx, rows: { client_id: number; fields: string[] }[]) {
  if (rows.length === 0) return
  const whole = rows.map(({ client_id, fields }) => {
    const isMoved = fields.some((field) => ADDRESS_FIELDS.includes(field))
    return { client_id, fields: isMoved ? [...fields, ...ADDRESS_FIELDS] : fields }
  })
  await sql`
    update import_changes i set superseded = true from ${jsonRows(whole, 'client_id bigint, fields text[]')}
    where i.client_id = r.client_id and not i.superseded and (i.field is null or i.field = any(r.fields))
  `.execute(tx)
}

/** Renames the choice in old values, so that an undo restores its present name. */
export const renameInImports = (
  tx: Tx,
  field: string,
  { was, text }: { was: string; text: string },
) =>
  sql`
    update import_changes set old = case when old = ${was} then ${text} else old end,
      new = case when new = ${was} then ${text} else new end
    where field = ${field} and ${was} in (old, new)
  `.execute(tx)

export const forgetField = (tx: Tx, field: string) =>
  tx.deleteFrom('import_changes').where('field', '=', field).execute()

/** Deletes undone changes, and marks the others with the reason why they were kept. */
export async function settleRows(tx: Tx, importId: string, rows: readonly UndoRow[]) {
  const ids = [...new Set(rows.map(({ client_id }) => client_id))]
  const kept = rows.filter(({ reason }) => reason !== null)
  if (kept.length > 0) {
    await sql`
      update import_changes i set kept = r.reason from ${jsonRows(kept, 'client_id bigint, field text, reason text')}
      where i.import_id = ${importId}::uuid and i.client_id = r.client_id and i.field is not distinct from r.field
    `.execute(tx)
  }
  await sql`
    delete from import_changes where import_id = ${importId}::uuid and client_id = any(${ids}) and kept is null
  `.execute(tx)
}

export const deleteOldChanges = (db: Db, now: string) =>
  sql`
    delete from import_changes where import_id in (
      select id from imports where undo_until < ${now} and state <> 'undoing')
  `.execute(db)
