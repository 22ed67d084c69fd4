import type { previewBulkSend } from '@attest/contract/mailings'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../db/schema.ts'
import { isUnusableAddress } from '../db/unusable-address.ts'
import { letterOf } from './queries.ts'
import { type Chosen, isRecipient } from './recipients.ts'

/** No button asks for an answer, and no text holds the link. */
const HAS_NO_LINK = sql`("addressLabel" = '' or "buttonText" = '') and
  (greeting || "mainMessage" || "footerMessage" || signature) !~ '[{][{][[:space:]]*verificationUrl'`

type Preview = z.output<(typeof previewBulkSend)['reply']>

interface PreviewQuery {
  chosen: Chosen
  /** The template of the mailing or of its round; null: those of the groups. */
  letter: string | null
}

const recipientsOf = (db: Db, { chosen, letter }: PreviewQuery) =>
  db
    .selectFrom('clients')
    .select(['id', 'mail_to as email', 'status', letterOf('bulk', letter).as('letter')])
    .where(isRecipient(chosen))

/** Chosen clients who get no email, each counted once. */
export async function countHeld(db: Db, { status = 'all', ids }: Chosen) {
  const { rows } = await sql<Pick<Preview, 'excused' | 'disputed' | 'withoutEmail'>>`
    select count(*) filter (where excused_reason is not null)::int as excused,
      count(*) filter (where excused_reason is null and disputed_at is not null)::int as disputed,
      count(*) filter (where excused_reason is null and disputed_at is null and mail_to = '')::int as "withoutEmail"
    from clients where ${status} in ('all', status) and ${ids ? sql`id = any(${ids})` : sql`true`}
  `.execute(db)
  return rows[0]!
}

export async function previewRecipients(db: Db, query: PreviewQuery) {
  const { rows } = await sql<{
    totalUsers: number
    answered: number
    sharedAddress: number
    failedLastTime: number
    unusableAddress: number
    withoutLink: number
  }>`
    with chosen as (${recipientsOf(db, query)})
    select count(*) as "totalUsers",
      count(*) filter (where status <> 'pending') as answered,
      count(*) filter (where ${isUnusableAddress('email')}) as "unusableAddress",
      count(*) filter (where letter in (select id from templates where ${HAS_NO_LINK})) as "withoutLink",
      (select coalesce(sum(n), 0)::int from (
        select count(*) as n from chosen group by lower(email) having count(*) > 1) shared) as "sharedAddress",
      (select count(*) from chosen join messages f on f.client_id = chosen.id and f.state = 'failed'
        where not exists (select from messages later where later.client_id = f.client_id and later.id > f.id)
      ) as "failedLastTime"
    from chosen
  `.execute(db)
  return rows[0]!
}

/** When the recipients were last emailed, and how many of them after `lately`. */
export async function previewLastEmails(db: Db, query: PreviewQuery, lately: string) {
  const { rows } = await sql<Pick<Preview, 'emailedLately' | 'lastEmailedAt'>>`
    select count(distinct client_id) filter (where settled_at > ${lately}::timestamptz) as "emailedLately",
      max(settled_at) as "lastEmailedAt"
    from messages where state = 'accepted' and client_id in (select id from (${recipientsOf(db, query)}) r)
  `.execute(db)
  return rows[0]!
}

export async function previewLetters(db: Db, query: PreviewQuery) {
  const { rows } = await sql<Preview['letters'][number]>`
    select t.id as template_id, t.name, t.subject, count(*) as recipients
    from (${recipientsOf(db, query)}) r join templates t on t.id = r.letter
    group by t.id order by recipients desc, t.id
  `.execute(db)
  return rows
}
