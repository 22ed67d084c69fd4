import type { SecurityEvent } from '@attest/contract/security-log'
import type { Db } from '../../db/schema.ts'
import type { From } from '../../http/signed-in.ts'
import { addEntry, addEntryIfAdmin } from './queries.ts'

/** Who did it, and from where. `id` is absent where nobody was signed in: `email` is as typed. */
export interface Actor extends From {
  id?: string
  email: string | null
}

/**
 * Notes what happened, in the transaction it happened in where there is one. No secret goes in:
 * whoever may read the log may read all of it.
 */
export const logEvent = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  addEntry(db, entryOf(...entry))

/** Likewise, but only if the account exists; the same statement runs either way. */
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
  // What a stranger typed may be of any length.
  detail: (id ? detail : detail?.slice(0, 400)) ?? null,
})
