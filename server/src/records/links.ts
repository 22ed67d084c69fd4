import { type Selectable, sql } from 'kysely'
import type { Db, LinkPurpose, Tx, VerificationLinkRow } from '../db/schema.ts'
import { insertStored } from '../db/transact.ts'

export interface Issuing {
  tokenHashes: string[]
  at: string
  linkDays: number
  timeZone: string
}

export type Link = Selectable<VerificationLinkRow>

export const findClientByLink = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('verification_links')
    .innerJoin('clients', 'clients.id', 'verification_links.client_id')
    .selectAll('clients')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'answer')
    .where('revoked_at', 'is', null)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Finds a link in any state. */
export const findLink = (db: Db, tokenHash: string, purpose: LinkPurpose = 'answer') =>
  db
    .selectFrom('verification_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Finds by any link, whatever its purpose and state. */
export const findLanguageByLink = (db: Db, tokenHash: string) =>
  db
    .selectFrom('verification_links')
    .innerJoin('clients', 'clients.id', 'verification_links.client_id')
    .select('language')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** The caller locks the client first: clients before links, everywhere. */
export const lockLink = (tx: Tx, tokenHash: string) =>
  tx
    .selectFrom('verification_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirstOrThrow()

interface Closing {
  at: string
  /** Null if the answer did not come by a link. */
  answerHash: string | null
}

export const closeLinks = (tx: Tx, clientId: number, { at, answerHash }: Closing) =>
  tx
    .updateTable('verification_links')
    .set({ answered_at: at, answer_hash: answerHash })
    .where('client_id', '=', clientId)
    .where('purpose', '=', 'answer')
    .where('answered_at', 'is', null)
    .execute()

/** Marks the link as used, with others of the same purpose and answer. */
export const settleLink = (tx: Tx, link: Link, at: string) =>
  tx
    .updateTable('verification_links')
    .set({ answered_at: at })
    .where('client_id', '=', link.client_id)
    .where('purpose', '=', link.purpose)
    .where('answer_id', '=', link.answer_id)
    .execute()

export const insertOpening = (
  db: Db,
  tokenHash: string,
  { at, onPhone }: { at: string; onPhone: boolean },
) =>
  sql`
    insert into link_opens (token_hash, client_id, at, on_phone, mailing_id)
    select token_hash, client_id, ${at}, ${onPhone}, mailing_id from verification_links
    where token_hash = ${tokenHash} on conflict do nothing
  `.execute(db)

/** Days that a link works; one that asks for an answer works for LINK_DAYS. */
export const CONFIRM_DAYS = 14
const NOT_ME_DAYS = 30

/** `placed` has client_id, mailing_id, email, purpose, answer_id and place (from 1). A link ends with its last day. */
export const issueLinks = (placed: string, { tokenHashes, at, linkDays, timeZone }: Issuing) => sql`
  insert into verification_links (token_hash, client_id, email, issued_at, expires_at, purpose, answer_id, mailing_id)
  select (${tokenHashes}::text[])[place], client_id, email, ${at}, (date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) + interval '1 day' * (1 +
    case purpose when 'confirm_email' then ${CONFIRM_DAYS}::int when 'not_me' then ${NOT_ME_DAYS}::int else ${linkDays}::int end))
    at time zone ${timeZone},
    purpose, answer_id, mailing_id
  from ${sql.ref(placed)} where place <= ${tokenHashes.length}`

type Sent = Pick<Link, 'client_id' | 'mailing_id' | 'email' | 'answer_id'>

/** Copies an open link to answer, with its expiry; `answer_id` led to the copy. Returns whether there was one. */
export async function copyLink(
  tx: Tx,
  { client_id, mailing_id, email, answer_id }: Sent,
  { tokenHash, at }: { tokenHash: string; at: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into verification_links (token_hash, client_id, email, issued_at, expires_at, mailing_id, answer_id)
    select ${tokenHash}, client_id, email, ${at}, expires_at, mailing_id, ${answer_id} from verification_links
    where client_id = ${client_id} and mailing_id = ${mailing_id} and lower(email) = lower(${email})
      and purpose = 'answer' and answered_at is null and revoked_at is null and expires_at > ${at}
    limit 1
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Keeps links that dispute an answer. A trigger does the same for former addresses of a changed client. */
export const revokeLinksTo = (
  tx: Tx,
  { client_id, email }: Pick<Link, 'client_id' | 'email'>,
  at: string,
) => revoking(tx, at, client_id).where(sql<boolean>`lower(email) = lower(${email})`).execute()

/** Revokes links that were issued because of a disputed answer. */
export const revokeLinksOf = (tx: Tx, answerId: number, at: string) =>
  revokingAny(tx, at).where('answer_id', '=', answerId).where('purpose', '=', 'answer').execute()

/** Revokes all links except those that dispute an answer. */
export const revokeAllLinks = (tx: Tx, clientId: number, at: string) =>
  revoking(tx, at, clientId).execute()

const revoking = (tx: Tx, at: string, clientId: number) =>
  revokingAny(tx, at).where('client_id', '=', clientId).where('purpose', '<>', 'not_me')

const revokingAny = (tx: Tx, at: string) =>
  tx.updateTable('verification_links').set({ revoked_at: at }).where('revoked_at', 'is', null)

/** Moves links that dispute answers of the client `of` from client `from` to `to`. */
export const moveDisputeLinks = (tx: Tx, { of, from, to }: Record<'of' | 'from' | 'to', number>) =>
  sql`
    update verification_links set client_id = ${to} where client_id = ${from} and purpose = 'not_me'
      and answer_id in (select id from answers where client_id = any(select client_id from merged_stories where root_id = ${of} union select ${of}))
  `.execute(tx)

/** Each client's first answer disputed since then: only the values before it are safe. */
export const listDisputesSince = (tx: Tx, clientIds: number[], since: string) =>
  tx
    .selectFrom('verification_links')
    .select(['client_id', (e) => e.fn.min<number>('answer_id').as('disputed_answer_id')])
    .select((e) => e.fn.min<string>('answered_at').as('disputed_at'))
    .where('client_id', 'in', clientIds)
    .where('purpose', '=', 'not_me')
    .where('answered_at', '>=', since)
    .groupBy('client_id')
    .execute()

/** Stands in place of the email of a paper letter's link, so that no change of email closes it. */
export const ON_PAPER = 'letter'

interface PaperLinks extends Issuing {
  /** In the same order as the tokens. */
  clientIds: number[]
}

export const issuePaperLinks = (tx: Tx, { clientIds, ...issuing }: PaperLinks) =>
  sql`
    with placed as (
      select client_id, place::int, null::bigint as mailing_id, ${ON_PAPER} as email, 'answer' as purpose, null::bigint as answer_id
      from unnest(${clientIds}::bigint[]) with ordinality as t(client_id, place)
    ) ${issueLinks('placed', issuing)}
  `.execute(tx)

export const revokeTokens = (tx: Tx, tokenHashes: string[], at: string) =>
  revokingAny(tx, at)
    .where(sql<boolean>`token_hash = any(${tokenHashes})`)
    .where('answered_at', 'is', null)
    .execute()

interface Closed {
  links: Pick<Link, 'purpose' | 'revoked_at'>[]
  deleted_at: string
}

/** Restores links of restored clients: revokes those to answer, but an answer can still be disputed. */
export const returnLinks = (tx: Tx, clients: Closed[]) =>
  insertStored(
    tx,
    'verification_links',
    clients.flatMap(({ links, deleted_at }) =>
      links.map((link) =>
        link.purpose === 'not_me' ? link : { ...link, revoked_at: link.revoked_at ?? deleted_at },
      ),
    ),
    sql`on conflict do nothing`,
  )
