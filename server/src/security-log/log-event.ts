import type { SecurityEvent } from '@attest/contract/security-log'
import type { From } from '../auth/guard.ts'
import type { Db } from '../db/schema.ts'
import { addEntry } from './queries.ts'

/** Who did it, and from where. `id` is absent where nobody was signed in: `email` is as typed. */
export interface Actor extends From {
  id?: string
  email: string | null
}

/**
 * Notes what happened, in the transaction it happened in where there is one. No secret goes in:
 * whoever may read the log may read all of it.
 */
export const logEvent = (
  db: Db,
  event: SecurityEvent,
  { id, email, address, userAgent }: Actor,
  at: Date,
  detail?: string,
) =>
  addEntry(db, {
    at: at.toISOString(),
    event,
    admin_id: id ?? null,
    email,
    address,
    user_agent: userAgent,
    // What a stranger typed may be of any length.
    detail: (id ? detail : detail?.slice(0, 400)) ?? null,
  })
