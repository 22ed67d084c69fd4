import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import { countRecipients } from '../mailings/recipients.ts'
import { refuseWhileRunning } from '../mailings/running-mailing.ts'
import { findImport, updateImport } from './queries.ts'

/** @throws Refusal 404; 409 if the import runs or was undone, a mailing is running, or nobody can be emailed */
export async function emailImported(deps: Deps, admin: SignedIn, importId: string): Promise<void> {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const selection = { importId }
  await transact(deps.bulkDb, async (tx) => {
    // Also keeps a second call waiting.
    await lockBulkWriters(tx)
    const { state, mailing_id } = (await findImport(tx, importId)) ?? notFound('Import')
    if (mailing_id !== null) return
    if (state !== 'finished' && state !== 'failed' && state !== 'canceled')
      throw new Refusal(409, 'This import still runs, or was undone.', { code: 'import_not_ended' })
    await refuseWhileRunning(tx)
    if ((await countRecipients(tx, selection)) === 0)
      throw new Refusal(409, 'No client of this import can be emailed.', { code: 'no_recipients' })
    const mailing = await makeMailing(tx, deps.config, { kind: 'import', selection, author })
    await updateImport(tx, importId, { mailing_id: mailing.id })
  })
  deps.sender.sendNow()
}
