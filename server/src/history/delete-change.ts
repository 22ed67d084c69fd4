import type { SignedIn } from '../auth/guard.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { logEvent } from '../security-log/log-event.ts'
import { removeChange } from './queries.ts'

export const deleteChange = ({ db, now }: Deps, admin: SignedIn, id: number): Promise<void> =>
  transact(db, async (tx) => {
    const change = (await removeChange(tx, id)) ?? notFound('Change record')
    const detail = `${change.action} of client ${change.client_id}, ${change.timestamp}`
    await logEvent(tx, 'change-deleted', admin, now(), detail)
  })
