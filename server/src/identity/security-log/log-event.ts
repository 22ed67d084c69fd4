import type { SecurityEvent } from '@attest/contract/security-log'
import type { Db } from '../../db/schema.ts'
import type { From } from '../../http/signed-in.ts'
import { addEntry, addEntryIfAdmin } from './queries.ts'

/** `id` is absent when nobody is signed in; then `email` is as typed. */
export interface Actor extends From {
  id?: string
  email: string | null
}

/** Logs within the caller's transaction. Never a secret: every administrator reads the log. */
export const logEvent = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  addEntry(db, entryOf(...entry))

export const logEventIfAdmin = (db: Db, adminId: string, ...entry: Parameters<typeof entryOf>) =>
  addEntryIfAdmin(db, adminId, entryOf(...entry))

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
