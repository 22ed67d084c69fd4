import { sql } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'

const alive = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('verification_links')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)

/** The client behind a living link. */
export const findClientByLink = (db: Db, tokenHash: string, now: string) =>
  alive(db, tokenHash, now)
    .innerJoin('clients', 'clients.id', 'verification_links.client_id')
    .selectAll('clients')
    .executeTakeFirst()

/** Its client must be locked already: clients before links, everywhere. */
export const isAlive = async (tx: Tx, tokenHash: string, now: string) =>
  Boolean(await alive(tx, tokenHash, now).select('token_hash').forUpdate().executeTakeFirst())

/** An answer closes all links of its client. */
export const closeLinks = (tx: Tx, clientId: number, at: string) =>
  tx
    .updateTable('verification_links')
    .set({ answered_at: at })
    .where('client_id', '=', clientId)
    .where('answered_at', 'is', null)
    .execute()

/** Ends the links that were sent to one address of a client. */
export const revokeLinks = (tx: Tx, clientId: number, email: string, at: string) =>
  tx
    .updateTable('verification_links')
    .set({ revoked_at: at })
    .where('client_id', '=', clientId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('revoked_at', 'is', null)
    .execute()
