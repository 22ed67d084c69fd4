import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordFileChange } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { removeAttachment } from './queries.ts'

export async function deleteAttachment(deps: Deps, admin: SignedIn, id: number): Promise<void> {
  const now = deps.now()
  const author = { adminEmail: admin.email, at: now.toISOString() }
  await transact(deps.db, async (tx) => {
    const row = (await removeAttachment(tx, id)) ?? notFound('File')
    await recordFileChange(tx, author, 'file_deleted', row)
    await logEvent(tx, 'file-deleted', admin, now, row.original_name)
  })
}
