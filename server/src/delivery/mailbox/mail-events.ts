import type { Delivery } from '@attest/contract/delivery'
import { ORIGINAL_DAYS } from '@attest/contract/timeline'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { MailEventRow } from '../../db/mailbox-schema.ts'
import { readRows } from '../../db/read.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { jsonRows, transact } from '../../db/transact.ts'
import type { Deps, Timed } from '../../deps.ts'
import { conflict, notFound, Refusal } from '../../http/errors.ts'
import { DAY_MS } from '../../local-time.ts'
import { lockClients, markBounced } from '../../records/clients.ts'
import { presentOf } from '../../records/merges.ts'
import { unseal } from '../../secret-key.ts'
import { explainBounce } from '../failures.ts'
import { pauseIfReturned } from '../sending-pause.ts'
import { failBounced, failHeld, listOfLetters, takeBounceBack } from './bounced-messages.ts'
import { touchMailbox } from './mailbox-state.ts'
import { AMAZON } from './read-mail.ts'
import { withoutLinks } from './reply-text.ts'

export type NewEvent = Insertable<MailEventRow>

const MOST_AT_ONCE = 1000

/** In parts, since a statement has at most 65,535 parameters, and one report may name 20 recipients. */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += MOST_AT_ONCE)
    await tx
      .insertInto('mail_events')
      .values(events.slice(start, start + MOST_AT_ONCE))
      .onConflict((c) => c.column('source_id').doNothing())
      .execute()
}

/** @param messageIds with angle brackets */
export async function listMessagesNamed(db: Db, messageIds: string[]) {
  const messages = db.selectFrom('messages').select(['id', 'message_id', 'email'])
  const ours = await messages.where(sql<boolean>`message_id = any(${messageIds})`).execute()
  const byAmazon = messageIds.filter((id) => id.endsWith(`${AMAZON}>`))
  if (byAmazon.length === 0) return ours
  // Needs no index: only replies to mails sent by Amazon are looked up like this.
  const { rows } = await sql<(typeof ours)[number]>`
    select id, '<' || substr(smtp_response, 8) || ${AMAZON} || '>' as message_id, email from messages
    where leader_id is null and smtp_response = any(${byAmazon.map((id) => `250 Ok ${id.slice(1, -AMAZON.length - 1)}`)})
  `.execute(db)
  return [...ours, ...rows]
}

type Due = Pick<Selectable<MailEventRow>, 'id' | 'message_id' | 'at' | 'status' | 'reason'>

/** Bounces that name their message's address, once it has an outcome. The others wait, or are only shown. */
const lockDue = (tx: Tx) =>
  readRows<Due>(tx)`
    select e.id, e.message_id, e.at, e.status, e.reason
    from mail_events e join messages m on m.id = e.message_id
    where e.kind = 'bounced' and e.applied_at is null and e.dismissed_at is null
      and m.state not in ('queued', 'sending') and lower(e.email) = lower(m.email)
    order by e.id limit ${MOST_AT_ONCE} for update of e skip locked
  `

/** Fails bounced messages and marks dead addresses. Includes bounces that came before their message's outcome. */
export async function applyBounces({ db, now }: Timed): Promise<void> {
  for (let count = MOST_AT_ONCE; count === MOST_AT_ONCE; ) {
    count = await transact(db, async (tx) => {
      const at = now().toISOString()
      const due = await lockDue(tx)
      const bouncedIds = due.map(({ message_id }) => message_id)
      const letters = await listOfLetters(tx, bouncedIds)
      await lockClients(tx, await presentOf(tx, clientsOf(letters)))
      const bounces = due.flatMap(({ id: eventId, message_id, at: bouncedAt, ...event }) =>
        letters
          .filter(({ leader }) => leader === message_id)
          .map(({ id }) => ({ id, eventId, error: explainBounce(event), at: bouncedAt })),
      )
      await failBounced(tx, bounces)
      await pauseIfReturned(tx, bouncedIds, due.at(-1)?.reason ?? null)
      await markBounced(tx, await listDead(tx, bounces), at)
      const ids = due.map(({ id }) => id)
      await tx.updateTable('mail_events').set({ applied_at: at }).where(isOneOf(ids)).execute()
      if ((await failHeld(tx, at)) + due.length > 0) await touchMailbox(tx, at)
      return due.length
    })
  }
}

const clientsOf = (letters: { client_id: number | null }[]) =>
  letters.flatMap(({ client_id }) => client_id ?? [])

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids})`

/** The previous or the next email to the same client and address as message `m`. */
const neighbour = (side: '<' | '>') => sql`(
  select coalesce(x.leader_id, x.id) as sent, x.bounced_at from messages x
  where x.client_id = m.client_id and x.id ${sql.raw(side)} m.id and lower(x.email) = lower(m.email)
    and x.state in ('accepted', 'failed')
  order by x.id ${sql.raw(side === '<' ? 'desc' : 'asc')} limit 1)`

/** Two emails in a row bounced, neither because of our own mail. The bounces may arrive in any order. */
const IS_SECOND = sql`exists (
  select from (${neighbour('<')} union all ${neighbour('>')}) n join mail_events p on p.message_id = n.sent
  where n.bounced_at is not null and p.kind = 'bounced' and p.about <> 'us' and p.dismissed_at is null)`

/** Somebody opened or answered the letter, or replied to it, so the mailbox works, whatever a report says. */
const HAS_SHOWN_UP = sql`(exists (
  select from mail_events p where p.message_id = e.message_id and p.kind = 'reply' and lower(p.email) = lower(m.email)
) or exists (
  select from (
    select client_id, at from answers where via = 'link' union all select client_id, at from link_opens) seen
  where seen.at >= b.created_at and seen.client_id = any(array(
    select c.id union all
    select h.client_id from messages h where h.mailing_id = m.mailing_id and h.household = m.household))))`

const listDead = (tx: Tx, bounces: { id: number; eventId: number }[]) =>
  readRows<{ id: number; email: string }>(tx)`
    select distinct c.id, m.email
    from (select distinct r.id, e.message_id, e.about
        from ${jsonRows(bounces, 'id bigint, "eventId" bigint')} join mail_events e on e.id = r."eventId") e
      join messages m on m.id = e.id join mailings b on b.id = m.mailing_id
      join (select id, mail_to from clients union all select client_id, client->>'mail_to' from trashed_clients) c
        on lower(c.mail_to) = lower(m.email) and (c.id = coalesce(m.client_id, m.former_client_id)
        or c.id in (select root_id from merged_stories where client_id = m.former_client_id))
    where m.state = 'failed' and not ${HAS_SHOWN_UP}
      and (e.about = 'address' or e.about = 'mailbox' and ${IS_SECOND})
  `

/** Takes a bounce back ("Not a bounce"). A repeat changes nothing. @throws Refusal 404; 409 if it is no bounce */
export async function dismissBounce({ db, now }: Timed, adminEmail: string, id: number) {
  await transact(db, async (tx) => {
    const event = await findEvent(tx, id)
    if (!event) notFound('Event')
    if (event.kind !== 'bounced') throw new Refusal(409, 'Only a bounce can be taken back.')
    const letter = await listOfLetters(tx, [event.message_id])
    const clientIds = await presentOf(tx, clientsOf(letter))
    await lockClients(tx, clientIds)
    const at = now().toISOString()
    const { numUpdatedRows } = await tx
      .updateTable('mail_events')
      .set({ dismissed_at: at, dismissed_by: adminEmail })
      .where('id', '=', id)
      .where('dismissed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const others = await tx
      .selectFrom('mail_events')
      .select('id')
      .where('message_id', '=', event.message_id)
      .where('applied_at', 'is not', null)
      .where('dismissed_at', 'is', null)
      .execute()
    const messageIds = letter.map(({ id: messageId }) => messageId)
    if (event.applied_at && others.length === 0) await takeBounceBack(tx, messageIds)
    const all = [...clientIds, ...clientsOf(letter)].map((one) => ({ id: one, email: event.email }))
    await markBounced(tx, all, null)
    await touchMailbox(tx, at)
  })
}

/** @throws Refusal 404; 409 if the bounce is decided, or it is no bounce */
export async function assignBounce(timed: Timed, id: number) {
  const { numUpdatedRows } = await timed.db
    .updateTable('mail_events')
    .set((e) => ({
      email: e
        .selectFrom('messages')
        .select('messages.email')
        .whereRef('messages.id', '=', 'mail_events.message_id')
        .$asScalar(),
    }))
    .where('id', '=', id)
    .where('kind', '=', 'bounced')
    .where('applied_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    if (!(await findEvent(timed.db, id))) notFound('Event')
    conflict('bounce_decided', 'This bounce was decided meanwhile.')
  }
  await applyBounces(timed)
}

const MOST_LISTED = 100

/** Bounces that name another address than the email went to: a forwarding, or a mistake of the other server. */
export const listUnmatched = (db: Db) =>
  readRows<Delivery['unmatched'][number]>(db)`
    select e.id, e.email as named, e.at, e.reason, m.email, c.id as client_id,
      rtrim(c.first_name || ' ' || c.last_name) as name
    from mail_events e join messages m on m.id = e.message_id join clients c on c.id = m.client_id
    where e.kind = 'bounced' and e.applied_at is null and e.dismissed_at is null
      and m.state not in ('queued', 'sending') and lower(e.email) <> lower(m.email)
    order by e.id desc limit ${MOST_LISTED}
  `

export async function listMarked(db: Db): Promise<Delivery['marked']> {
  const { rows } = await sql<Delivery['marked']['clients'][number] & { total: number }>`
    select id as client_id, rtrim(first_name || ' ' || last_name) as name, bounced_to as email, bounced_at as at,
      count(*) over ()::int as total
    from clients where bounced order by bounced_at desc, id limit ${MOST_LISTED}
  `.execute(db)
  return { total: rows[0]?.total ?? 0, clients: rows.map(({ total: _, ...client }) => client) }
}

export const findLastEvent = (db: Db) =>
  db
    .selectFrom('mail_events')
    .select(['kind', 'email', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const findEvent = (db: Db, id: number) =>
  db.selectFrom('mail_events').selectAll().where('id', '=', id).executeTakeFirst()

export async function readOriginal({ db, secretKey }: Pick<Deps, 'db' | 'secretKey'>, id: number) {
  const { email, raw } = (await findEvent(db, id)) ?? notFound('Email')
  const bytes = Buffer.from(unseal(secretKey, raw ?? notFound('Email')), 'latin1')
  return { email, text: withoutLinks(bytes.toString('utf8')) }
}

/** Keeps the text of replies and the other servers' words. */
export async function removeOriginals({ db, now }: Timed): Promise<void> {
  const before = new Date(now().getTime() - ORIGINAL_DAYS * DAY_MS).toISOString()
  await db
    .updateTable('mail_events')
    .set({ raw: null })
    .where('raw', 'is not', null)
    .where('at', '<', before)
    .execute()
}
