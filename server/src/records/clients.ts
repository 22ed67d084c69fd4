import { ClientInput } from '@attest/contract/clients'
import type { OwnValues } from '@attest/contract/own-columns'
import type { Reported } from '@attest/contract/wrong-hands'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { countRows } from '../db/pages.ts'
import { readRows, readValue } from '../db/read.ts'
import type { ClientRow, Db, Tx } from '../db/schema.ts'
import { insertStored, jsonRows } from '../db/transact.ts'
import { IS_OPEN } from './reviews.ts'
import { type DeadAddress, markTrashed } from './trash.ts'

export const findClient = (db: Db, id: number) =>
  db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()

export const lockClient = (tx: Tx, id: number) =>
  tx.selectFrom('clients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type ClientRecord = Selectable<ClientRow>

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids})`

export const listClients = (db: Db, ids: number[]) =>
  db.selectFrom('clients').selectAll().where(isOneOf(ids)).execute()

const lockWhere = (tx: Tx, which: RawBuilder<boolean>) =>
  tx.selectFrom('clients').selectAll().where(which).orderBy('id').forUpdate().execute()

export const lockClients = (tx: Tx, ids: number[]) => lockWhere(tx, isOneOf(ids))

/** Locks all clients whose mail goes to that address. */
export const lockClientsAt = (tx: Tx, email: string) =>
  lockWhere(tx, sql<boolean>`lower(mail_to) = lower(${email})`)

/** When a letter to the present address came back, also from a merged client. @param client the alias of `clients` */
export const returnedFrom = (client: string) => sql`(
  select max(l.returned_at) from letters l where l.client_id = any(array(
    with recursive story(id) as (
      select ${sql.ref(`${client}.id`)} union all select client_id from merged_clients join story on into_id = story.id)
    select id from story)) and l.returned_at is not null and l.address = ${postalAddress(client)})`

export const postalAddress = (client: string) => {
  const parts = ['address', 'city', 'state', 'zip_code', 'country']
  return sql`postal_address(${sql.join(parts.map((part) => sql.ref(`${client}.${part}`)))})`
}

export const listByNumbers = (db: Db, numbers: string[]) =>
  db
    .selectFrom('clients')
    .select(['id', 'client_number'])
    .select(sql<string>`rtrim(first_name || ' ' || last_name)`.as('name'))
    .where(sql<boolean>`client_number = any(${numbers})`)
    .execute()

/** Sets `has_changes`: whether an answer is unreviewed, including answers of clients merged into these. */
export const settleHasChanges = (tx: Tx, ids: number[]) =>
  sql`
    with story as (
      select id as root_id, id as client_id from unnest(${ids}::bigint[]) id
      union all select root_id, client_id from merged_stories where root_id = any(${ids})
    ), settled as (
      select root_id as id, bool_or(${IS_OPEN} is true) as has_changes
      from story left join answers a using (client_id) group by root_id
    )
    update clients set has_changes = settled.has_changes from settled
    where clients.id = settled.id and clients.has_changes <> settled.has_changes
  `.execute(tx)

/** Sends mail to the given email, unless a wrong person has reported that address. */
export const insertClient = async (tx: Tx, client: Omit<Insertable<ClientRow>, 'mail_to'>) =>
  tx
    .insertInto('clients')
    .values({ mail_to: client.email, ...(await reportedAt(tx, client.email)), ...client })
    .returningAll()
    .executeTakeFirstOrThrow()

export const countDisputed = (db: Db) =>
  countRows(db.selectFrom('clients').where('disputed_at', 'is not', null))

/** Counts clients with a report that the office should call somebody about. */
export const countReported = (db: Db) =>
  countRows(
    db
      .selectFrom('clients')
      .where('reported_as', 'is not', null)
      .where('excused_reason', 'is', null),
  )

const FIELDS = [...Object.keys(ClientInput.shape), 'own']
const NAMES = sql.raw(FIELDS.join(', '))
const COLUMNS = FIELDS.map((name) => `${name} ${name === 'own' ? 'jsonb' : 'text'}`).join(', ')

type Imported = ClientInput & { own: OwnValues }
const CHANGES = sql.raw(FIELDS.map((name) => `${name} = r.${name}`).join(', '))

/** Wrong persons were promised no more mail, whatever becomes of the client. */
const reportAt = (email: string | RawBuilder<unknown>) =>
  sql`(select w.reported from wrong_persons w where w.email = lower(${email}))`

/** The column `reported` for a client at a wrong person's address; otherwise {}. */
export async function reportedAt(db: Db, email: string) {
  const reported = await readValue<Reported | null>(db)`select ${reportAt(email)} as reported`
  return reported ? { reported: JSON.stringify(reported) } : {}
}

export const keepWrongPerson = (tx: Tx, reported: Reported) =>
  sql`
    insert into wrong_persons values (lower(${reported.email}), ${JSON.stringify(reported)})
    on conflict (email) do update set reported = excluded.reported
  `.execute(tx)

/** Unless another client is reported at that address. */
export const forgetWrongPerson = (tx: Tx, email: string) =>
  sql`
    delete from wrong_persons where email = lower(${email}) and not exists (
      select from clients where reported_as = 'wrong_person' and lower(reported->>'email') = lower(${email}))
  `.execute(tx)

/** A changed mail address takes over the wrong person's report about it, whatever act changes it. */
export async function updateClient(tx: Tx, id: number, fields: Updateable<ClientRow>) {
  const { mail_to } = fields
  const { reported } = typeof mail_to === 'string' ? await reportedAt(tx, mail_to) : {}
  const kept = sql`reported_as = 'reported_deceased' or lower(mail_to) = lower(${mail_to})`
  const after = sql<null>`case when ${kept} then reported else ${reported}::jsonb end`
  return tx
    .updateTable('clients')
    .set({ ...(reported && { reported: after }), ...fields })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the rows in any order. */
export async function insertImported(tx: Tx, clients: Imported[], at: string) {
  if (clients.length === 0) return []
  return readRows<{ id: number; client_number: string }>(tx)`
    insert into clients (${NAMES}, mail_to, last_updated, created_at, reported)
    select ${NAMES}, email, ${at}, ${at}, ${reportAt(sql`r.email`)} from ${jsonRows(clients, COLUMNS)}
    returning id, client_number
  `
}

type MailColumns = Pick<Selectable<ClientRow>, 'mail_to' | 'mail_to_by' | 'confirm_by'>

export async function updateImported(tx: Tx, clients: (Imported & MailColumns)[], at: string) {
  if (clients.length === 0) return
  await sql`
    update clients c set ${CHANGES}, last_updated = ${at},
      reported = case when lower(r.mail_to) = lower(c.mail_to) or c.reported_as = 'reported_deceased' then c.reported
        else coalesce(${reportAt(sql`r.mail_to`)}, c.reported) end,
      mail_to = r.mail_to, mail_to_by = r.mail_to_by, confirm_by = r.confirm_by
    from ${jsonRows(clients, `${COLUMNS}, mail_to text, mail_to_by text, confirm_by timestamptz`)} where c.client_number = r.client_number
  `.execute(tx)
}

export const moveClients = (
  tx: Tx,
  ids: number[],
  fields: { group_template: string; last_updated: string },
) => tx.updateTable('clients').set(fields).where(isOneOf(ids)).execute()

/** Stops mail to these addresses while they are the clients' `mail_to`. @param at null: the addresses work after all */
export async function markBounced(tx: Tx, dead: DeadAddress[], at: string | null) {
  if (dead.length === 0) return
  await sql`
    update clients c set bounced_to = case when ${at}::text is not null then r.email end, bounced_at = ${at}
    from ${jsonRows(dead, 'id bigint, email text')}
    where c.id = r.id and lower(r.email) in (lower(c.mail_to), lower(c.bounced_to))
  `.execute(tx)
  await markTrashed(tx, dead, at)
}

/** Inserts clients from the trash with their former ids. */
export const returnClients = (tx: Tx, rows: object[]) => insertStored(tx, 'clients', rows)

/** Deletes clients and their links, but keeps files, history and answers. */
export const removeClients = (tx: Tx, ids: number[]) =>
  tx.deleteFrom('clients').where(isOneOf(ids)).execute()

/**
 * Changes the own values of the next clients who have one in this column, by the order of their ids.
 * Returns the last one, or undefined if there are no more.
 */
export async function changeOwnValues(
  tx: Tx,
  { id, after, most, own }: { id: number; after: number; most: number; own: RawBuilder<unknown> },
): Promise<number | undefined> {
  const last = await readValue<number | null>(tx)`
    with held as (
      select id from clients where id > ${after} and own <> '{}' and own ? ${String(id)}
      order by id limit ${most} for update
    ), changed as (
      update clients set own = ${own} where id in (select id from held) returning id
    )
    select case when count(*) = ${most} then max(id) end from changed
  `
  return last ?? undefined
}

export const readCounts = (db: Db) =>
  db.selectFrom('client_counts').selectAll().executeTakeFirstOrThrow()

export const countByState = (db: Db) =>
  readRows<{ state: string; total: number; answered: number }>(db)`
    select state, count(*) as total, count(*) filter (where status <> 'pending') as answered
    from clients where country = 'US' and state <> '' group by state order by total desc, state
  `

/** Whether a column holds an address that no mail server would accept. */
export const isUnusableAddress = (column: string) =>
  sql`${sql.ref(column)} !~ '^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$'`

/** Once a mail server is set, emails in the outbox count as not sent. */
export const isOnlyInOutbox = (message: string) =>
  sql<boolean>`(${sql.ref(`${message}.provider`)} is not distinct from 'outbox' and exists (select from mail_server))`

export const isSent = (message: string) =>
  sql<boolean>`(${sql.ref(`${message}.state`)} = 'accepted' and not ${isOnlyInOutbox(message)})`
