import type { Tx } from '../db/schema.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import type { Manifest } from './manifest.ts'
import {
  cancelWaiting,
  deleteSealed,
  deleteSignIns,
  endImports,
  forgetOriginal,
  markRestored,
} from './queries.ts'

export type Dropped = Awaited<ReturnType<typeof prepareCopy>>

const OPERATOR = { email: null, address: 'this machine', userAgent: 'npm run restore' }

/** A restored copy must not mail anyone, resume imports, accept old sessions or remove the original's files. */
export async function prepareCopy(tx: Tx, { madeAt, hasSecretKey }: Manifest, now: Date) {
  const at = now.toISOString()
  const emailsCanceled = await cancelWaiting(tx, at)
  await endImports(tx, at)
  await deleteSignIns(tx)
  await forgetOriginal(tx)
  const accountsToReset = hasSecretKey ? [] : await deleteSealed(tx)
  await markRestored(tx, {
    restored_at: at,
    backup_made_at: madeAt,
    emails_canceled: emailsCanceled,
  })
  await logEvent(tx, 'restored', OPERATOR, now, `backup of ${madeAt}`)
  return { emailsCanceled, accountsToReset }
}
