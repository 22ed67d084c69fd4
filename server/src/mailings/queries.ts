import type { Query } from '@attest/contract/endpoint'
import type { listMailings } from '@attest/contract/mailings'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { countRows, readPage } from '../db/pages.ts'
import { readRow, readRows, readValue } from '../db/read.ts'
import type { Db, MailingRow, MessageCounts, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { DAY_MS } from '../local-time.ts'
import type { Link } from '../records/links.ts'
import { storyIds } from '../records/merges.ts'
import { listMailingsTo } from './message-list.ts'

const MASS_KINDS = ['import', 'bulk', 'retry', 'reminder'] as const satisfies MailingRow['kind'][]

export const insertMailing = (tx: Tx, mailing: Insertable<MailingRow>) =>
  tx.insertInto('mailings').values(mailing).returning('id').executeTakeFirstOrThrow()

/** The letter of the round or of the client's group; for a reminder, that letter's reminder. */
export function letterOf(kind: MailingRow['kind'], roundLetter: string | null): RawBuilder<string> {
  const request = sql<string>`coalesce(${roundLetter}, clients.group_template)`
  if (kind !== 'reminder') return request
  return sql`coalesce((select id from templates where reminder_of = ${request}), ${request})`
}

export const failedLetter = (mailingId: number) =>
  sql<string>`(
    select f.template_id from messages f
    where f.client_id = clients.id and f.state = 'failed' and f.mailing_id = ${mailingId})`

export const updateMailing = (tx: Tx, id: number, fields: Updateable<MailingRow>) =>
  tx.updateTable('mailings').set(fields).where('id', '=', id).execute()

export const refreshStatistics = (tx: Tx, tables: ('messages' | 'clients')[]) =>
  sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx)

export const findMailing = (db: Db, id: number) =>
  db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirst()

const COUNTS = sql`
  count(m.id)::int as total,
  count(*) filter (where state = 'accepted')::int as accepted,
  count(*) filter (where state = 'accepted' and leader_id is null)::int as emails,
  count(*) filter (where state = 'failed')::int as failed,
  count(*) filter (where state = 'canceled')::int as canceled,
  count(*) filter (where state in ('queued', 'sending'))::int as waiting,
  count(*) filter (where state in ('queued', 'sending') and attempts = 0)::int as untried,
  count(*) filter (where state = 'accepted' and in_doubt)::int as "inDoubt"`

export async function countMessagesOf(db: Db, mailingIds: number[]) {
  const rows = await readRows<MessageCounts & { id: number }>(db)`
    select b.id, ${COUNTS} from mailings b left join messages m on m.mailing_id = b.id
    where b.id = any(${mailingIds}) group by b.id
  `
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export const countMessages = async (db: Db, mailingId: number): Promise<MessageCounts> =>
  (await countMessagesOf(db, [mailingId])).get(mailingId)!

/** Mailings without waiting messages whose counts are not stored yet. */
export const listEnded = (db: Db) =>
  readRows<Pick<MailingRow, 'canceled_at'> & { id: number }>(db)`
    select id, canceled_at from mailings m where counts is null and not exists (
      select from messages w where w.mailing_id = m.id and w.state in ('queued', 'sending'))
  `

/** Stores the counts of finished mailings. Skips a mailing in which a message waits again. */
export const keepCounts = (db: Db, mailingIds: number[]) =>
  transact(db, async (tx) => {
    // A count that waits for the lock would miss what its holder did to the messages.
    await sql`select from mailings where id = any(${mailingIds}) for no key update`.execute(tx)
    await sql`
      update mailings set counts = to_jsonb(c) - 'mailing_id'
      from (
        select b.id as mailing_id, ${COUNTS}
        from unnest(${mailingIds}::bigint[]) b(id) left join messages m on m.mailing_id = b.id
        group by b.id having coalesce(bool_and(state not in ('queued', 'sending')), true)
      ) c where mailings.id = c.mailing_id
    `.execute(tx)
  })

const isUntried = (mailing: RawBuilder<unknown>) => sql<boolean>`exists (
  select from messages where mailing_id = ${mailing} and messages.state in ('queued', 'sending') and attempts = 0)`

/** A mailing to many with messages that were never tried. Another one must wait for it. */
export const findRunningMailing = (db: Db) =>
  db
    .selectFrom('mailings')
    .selectAll()
    .where('counts', 'is', null)
    .where('kind', 'in', MASS_KINDS)
    .where(isUntried(sql`mailings.id`))
    .orderBy('id')
    .executeTakeFirst()

export const findMailingByRequest = (db: Db, requestId: string) =>
  db.selectFrom('mailings').selectAll().where('request_id', '=', requestId).executeTakeFirst()

export type MailingQuery = Query<typeof listMailings>

export async function listMailingRows(db: Db, { recipients, search, ...page }: MailingQuery) {
  const found = search === '' ? undefined : await listMailingsTo(db, search)
  const chosen = db
    .selectFrom('mailings')
    .$if(recipients === 'many', (q) => q.where('kind', 'in', MASS_KINDS))
    .$if(recipients === 'one', (q) => q.where('kind', 'not in', MASS_KINDS))
    .$if(found !== undefined, (q) => q.where(sql<boolean>`id = any(${found})`))
  const rows = await readPage(chosen.selectAll().orderBy('id', 'desc'), page)
  return { rows, total: await countRows(chosen) }
}

export const markCanceled = (
  tx: Tx,
  mailingId: number,
  { adminEmail, at }: { adminEmail: string; at: string },
) =>
  tx
    .updateTable('mailings')
    .set({ canceled_at: at, canceled_by: adminEmail })
    .where('id', '=', mailingId)
    .where('canceled_at', 'is', null)
    // The last message may have been sent meanwhile.
    .where(
      sql<boolean>`exists (select from messages where mailing_id = ${mailingId} and state in ('queued', 'sending'))`,
    )
    .execute()

/** Cheaper than counting, for polling. */
export const hasUntried = (db: Db, mailingId: number) =>
  readValue<boolean>(db)`select ${isUntried(sql`${mailingId}`)}`

export async function listFailures(db: Db, mailingId: number, limit: number) {
  const rows = await db
    .selectFrom('messages')
    .select(['email', 'error'])
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'failed')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ email, error }) => ({ email, error: error ?? '' }))
}

export const findMessage = (db: Db, mailingId: number) =>
  db.selectFrom('messages').selectAll().where('mailing_id', '=', mailingId).executeTakeFirst()

/** The template has no button for an answer, and no text with the link. */
export const HAS_NO_LINK = sql`("addressLabel" = '' or "buttonText" = '') and
  (greeting || "mainMessage" || "footerMessage" || signature) !~ '[{][{][[:space:]]*verificationUrl'`

export const lacksLink = (db: Db, templateId: string) =>
  readValue<boolean>(db)`
    select exists (select from templates where id = ${templateId} and ${HAS_NO_LINK})
  `

/** When the client was last asked, or the open round began that asks without an email. A reminder is no request. */
export const findLastRequest = async (db: Db, clientId: number) =>
  readValue<string | null>(db)`
    select greatest((
      select b.created_at from messages m join mailings b on b.id = m.mailing_id
      where ${await isOfStory(db, clientId)} and m.state <> 'canceled'
        and b.kind not in ('reminder', 'new_link', 'receipt', 'confirm_email')
      order by m.id desc limit 1
    ), (select started_at from rounds where closed_at is null and not planned
      and id in (select round_id from round_members where client_id = ${clientId})))
  `

async function isOfStory(db: Db, clientId: number) {
  const ids = await storyIds(db, clientId)
  return sql<boolean>`(client_id = any(${ids}) or former_client_id = any(${ids}))`
}

export const countNewLinks = async (db: Db, clientId: number, since: string) =>
  readRow<{ made: number; waiting: number }>(db)`
    select count(*) filter (where b.created_at > ${since})::int as made,
      count(*) filter (where m.state in ('queued', 'sending'))::int as waiting
    from messages m join mailings b on b.id = m.mailing_id
    where ${await isOfStory(db, clientId)} and b.kind = 'new_link'
  `

/** The letter with this link, or the one that it reminds of: the group's may have no link. Null if deleted. */
export const findLetterOf = (db: Db, { mailing_id, client_id, token_hash }: Link) =>
  readValue<string | undefined>(db)`
    select coalesce(reminder_of, id) as id from templates where id in (
      select template_id from messages where mailing_id = ${mailing_id} and client_id = ${client_id}
      union select template_id from letters where token_hash = ${token_hash})
  `

/**
 * Whether any message was not canceled: then the smallest or largest state differs, and index messages_state
 * gives both. With `exists` the planner reads the whole ledger: 50 ms at 100,000 messages, every second.
 */
const HAS_UNCANCELED = sql<boolean>`
  ((select min(state) from messages where mailing_id = mailings.id) <> 'canceled'
  or (select max(state) from messages where mailing_id = mailings.id) <> 'canceled')`

/** When many clients were last emailed. Ignores a mailing without recipients, or canceled before its first email. */
export const lastMailingAt = async (db: Db) => (await lastOf(db, MASS_KINDS))?.created_at ?? null

/** Ignores reminders and retries: clients still answer the request before them. */
export const lastRequestAt = async (db: Db) =>
  (await lastOf(db, ['import', 'bulk']))?.created_at ?? null

/** What the office should know about the last mailing to many; null: nothing, or it was over a month ago. */
export async function faultOfLastMailing(db: Db, now: Date): Promise<string | null> {
  const last = await lastOf(db, MASS_KINDS)
  if (!last || Date.parse(last.created_at) < now.getTime() - 30 * DAY_MS) return null
  return (await bouncesOf(db, last)) ?? silenceOf(db, last, now)
}

type Last = NonNullable<Awaited<ReturnType<typeof lastOf>>>

/** Counts each household's email once. */
async function acceptedOf(db: Db, { id, counts }: Last): Promise<number> {
  const { accepted, emails = accepted } = counts ?? (await countMessages(db, id))
  return emails
}

/** From this share on mailbox providers begin to take the sender for a spammer. */
const MANY_BOUNCES = 0.02

async function bouncesOf(db: Db, last: Last): Promise<string | null> {
  const isBounced = sql<boolean>`mailing_id = ${last.id} and bounced_at is not null and leader_id is null`
  const bounced = await countRows(db.selectFrom('messages').where(isBounced))
  if (bounced === 0) return null
  const sent = (await acceptedOf(db, last)) + bounced
  if (bounced < MANY_BOUNCES * sent) return null
  return `${bounced} of ${sent} emails of the last mailing came back.`
}

/** So many letters without a reader in a day are no coincidence. A reminder has fewer readers. */
const manyUnread = (kind: MailingRow['kind']) => (kind === 'reminder' ? 200 : 50)

async function silenceOf(db: Db, last: Last, now: Date): Promise<string | null> {
  const since = last.created_at
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
  if (since > dayAgo) return null
  const { rows } = await sql<{ silent: boolean }>`
    select not exists (select from link_opens where at >= ${since})
      and not exists (select from answers where via = 'link' and at >= ${since})
      and exists (select from verification_links where mailing_id = ${last.id}) as silent
  `.execute(db)
  const isOld = sql<boolean>`mailing_id = ${last.id} and state = 'accepted' and leader_id is null and settled_at <= ${dayAgo} and provider <> 'outbox'`
  const old = rows[0]!.silent ? await countRows(db.selectFrom('messages').where(isOld)) : 0
  if (old < manyUnread(last.kind)) return null
  return 'In a day, nobody has opened a link of the last mailing. Send yourself a test email and try its link.'
}

const lastOf = (db: Db, kinds: MailingRow['kind'][]) =>
  db
    .selectFrom('mailings')
    .select(['id', 'kind', 'created_at', 'counts'])
    .where('kind', 'in', kinds)
    .where(HAS_UNCANCELED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
