import { NOTE_EDITABLE_MS } from '@attest/contract/timeline'
import type { Selectable, Updateable } from 'kysely'
import type { NoteRow } from '../db/history-schema.ts'
import type { Db, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Timed } from '../deps.ts'
import { noClient, notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { lockClient } from '../records/clients.ts'
import { findTrashed } from '../records/trash.ts'

/** @throws Refusal 404 */
export async function addNote({ db, now }: Timed, admin: SignedIn, clientId: number, text: string) {
  return transact(db, async (tx) => {
    // Locked, since an undo of an import removes only a client without notes.
    if (!((await lockClient(tx, clientId)) ?? (await findTrashed(tx, clientId)))) noClient()
    const note = { client_id: clientId, at: now().toISOString(), admin_email: admin.email, text }
    const row = await tx.insertInto('notes').values(note).returningAll().executeTakeFirstOrThrow()
    return entryOf(row)
  })
}

/** @throws Refusal 404; 403 for another's note; 409 after an hour, or once it is struck out */
export const editNote = async ({ db, now }: Timed, admin: SignedIn, id: number, text: string) =>
  transact(db, async (tx) => {
    const note = await lockNote(tx, id)
    if (note.admin_email !== admin.email)
      throw new Refusal(403, 'Only its author can change a note. Please write one of your own.')
    if (note.struck_at) throw new Refusal(409, 'This note has been struck out.')
    if (now().getTime() - Date.parse(note.at) > NOTE_EDITABLE_MS)
      throw new Refusal(
        409,
        'A note can be changed for an hour. Strike it out, and write a new one.',
      )
    if (note.text === text) return entryOf(note)
    return updateNote(tx, id, { text, edited_at: now().toISOString() })
  })

/** Throws Refusal 404. */
export const strikeNote = async ({ db, now }: Timed, admin: SignedIn, id: number) =>
  transact(db, async (tx) => {
    const note = await lockNote(tx, id)
    if (note.struck_at) return entryOf(note)
    return updateNote(tx, id, { struck_at: now().toISOString(), struck_by: admin.email })
  })

const lockNote = async (tx: Tx, id: number) =>
  (await tx.selectFrom('notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
  notFound('Note')

const updateNote = async (db: Db, id: number, fields: Updateable<NoteRow>) =>
  entryOf(
    await db
      .updateTable('notes')
      .set(fields)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

const entryOf = ({ admin_email, ...note }: Selectable<NoteRow>) => ({ ...note, by: admin_email })
