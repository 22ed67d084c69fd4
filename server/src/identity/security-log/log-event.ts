import type { SecurityEvent } from '@attest/contract/security-log'
import type { Db } from '../../db/schema.ts'
import { insertIfAdmin } from '../../db/transact.ts'
import type { From } from '../../http/signed-in.ts'

/** `id` is absent when nobody is signed in; then `email` is as typed. */
export interface Actor extends From {
  id?: string
  email: string | null
}

/** Logs within the caller's transaction. Never a secret: every administrator reads the log. */
export const logEvent = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  db
    .insertInto('security_log')
    .values(entryOf(...entry))
    .execute()

export const logEventIfAdmin = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  insertIfAdmin(db, 'security_log', entryOf(...entry))

const entryOf = (
  event: SecurityEvent,
  { id, email, address, userAgent }: Actor,
  at: Date,
  detail?: string,
) => ({
  at: at.toISOString(),
  event,
  admin_id: id ?? null,
  email,
  address,
  user_agent: userAgent,
  // A stranger's text may have any length.
  detail: (id ? detail : detail?.slice(0, 400)) ?? null,
})
