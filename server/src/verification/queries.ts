import { sql } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'

export interface NewLink {
  token_hash: string
  client_id: number
  email: string
}

/** @param days how long they live, from `at` */
export async function issueLinks(tx: Tx, links: NewLink[], at: string, days: number) {
  if (links.length === 0) return
  await sql`
    insert into verification_links (token_hash, client_id, email, issued_at, expires_at)
    select token_hash, client_id, email, ${at}, ${at}::timestamptz + ${days} * interval '1 day'
    from ${jsonRows(links, 'token_hash text, client_id bigint, email text')}
  `.execute(tx)
}

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
