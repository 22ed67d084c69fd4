import { type Selectable, sql } from 'kysely'
import type { Db, Tx, VerificationLinkRow } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'

export interface Issuing {
  tokenHashes: string[]
  at: string
  linkDays: number
}

export type Link = Selectable<VerificationLinkRow>

export const findClientByLink = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('verification_links')
    .innerJoin('clients', 'clients.id', 'verification_links.client_id')
    .selectAll('clients')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** In any state. */
export const findLink = (db: Db, tokenHash: string) =>
  db
    .selectFrom('verification_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Lock the client first: clients before links, everywhere. */
export const lockLink = (tx: Tx, tokenHash: string) =>
  tx
    .selectFrom('verification_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirstOrThrow()

interface Closing {
  at: string
  /** Null for an answer that did not come by a link. */
  answerHash: string | null
}

export const closeLinks = (tx: Tx, clientId: number, { at, answerHash }: Closing) =>
  tx
    .updateTable('verification_links')
    .set({ answered_at: at, answer_hash: answerHash })
    .where('client_id', '=', clientId)
    .where('answered_at', 'is', null)
    .execute()

/** Issues one link per row of `placed`, which has `client_id`, `email` and the `place` of its token, counted from 1. */
export const issueLinks = (placed: string, { tokenHashes, at, linkDays }: Issuing) => sql`
  insert into verification_links (token_hash, client_id, email, issued_at, expires_at)
  select (${tokenHashes}::text[])[place], client_id, email, ${at}, ${at}::timestamptz + ${linkDays} * interval '1 day'
  from ${sql.ref(placed)}`

export const revokeLinks = (tx: Tx, former: { client_id: number; email: string }[], at: string) =>
  former.length === 0
    ? undefined
    : sql`
        update verification_links l set revoked_at = ${at}
        from ${jsonRows(former, 'client_id bigint, email text')}
        where l.client_id = r.client_id and lower(l.email) = lower(r.email) and l.revoked_at is null
      `.execute(tx)
