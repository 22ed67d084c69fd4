import type { TrashedClient, TrashQuery } from '@attest/contract/trash'
import type { Reported } from '@attest/contract/wrong-hands'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countRows } from '../db/pages.ts'
import { readValues } from '../db/read.ts'
import type { ClientRow, Db, Tx } from '../db/schema.ts'
import { fitsSearch } from '../db/search.ts'
import { jsonRows } from '../db/transact.ts'
import type { TrashedClientRow } from '../db/trash-schema.ts'
import type { RenamedChoice } from './own-columns.ts'

export type Trashed = Selectable<TrashedClientRow>

const isOneOf = (ids: number[]) => sql<boolean>`client_id = any(${ids})`

/** Copies the clients' rows, their links and their memberships. The caller then removes the clients. */
export const addToTrash = (
  tx: Tx,
  ids: number[],
  { adminEmail, at }: { adminEmail: string | null; at: string },
) =>
  sql`
    insert into trashed_clients (client_id, client_number, name, search_text, client, links, round_ids, deleted_at, deleted_by)
    select id, client_number, rtrim(first_name || ' ' || last_name), search_text, to_jsonb(c) - '{search_text,reported_as,bounced}'::text[],
      coalesce((select jsonb_agg(to_jsonb(l)) from verification_links l where l.client_id = c.id), '[]'),
      array(select round_id from round_members m where m.client_id = c.id), ${at}, ${adminEmail ?? ''}
    from clients c where id = any(${ids})
  `.execute(tx)

/** A restored client gets no mail at a wrong person's address. */
export const reportTrashed = (tx: Tx, reported: Reported) =>
  sql`
    update trashed_clients set client = client || jsonb_build_object('reported', ${JSON.stringify(reported)}::jsonb)
    where lower(client->>'mail_to') = lower(${reported.email}) and client->'reported'->>'kind' is distinct from 'died'
  `.execute(tx)

export type DeadAddress = Pick<Selectable<ClientRow>, 'id' | 'email'>

export const markTrashed = (tx: Tx, dead: DeadAddress[], at: string | null) =>
  sql`
    update trashed_clients set client = client ||
      jsonb_build_object('bounced_to', case when ${at}::text is not null then email end, 'bounced_at', ${at}::text)
    from ${jsonRows(dead, 'id bigint, email text')}
    where client_id = id and lower(email) in (lower(client->>'mail_to'), lower(client->>'bounced_to'))
  `.execute(tx)

export const renameInTrash = (tx: Tx, { id, was, text }: RenamedChoice) =>
  sql`
    update trashed_clients set client = jsonb_set(client, ${['own', String(id)]}, to_jsonb(${text}::text))
    where client->'own'->>${String(id)} = ${was}
  `.execute(tx)

const conditions = ({ search, deletedAt }: Pick<TrashQuery, 'search' | 'deletedAt'>) =>
  sql<boolean>`${sql.join(
    [
      ...fitsSearch(search, sql`search_text`),
      deletedAt === '' ? sql`true` : sql`deleted_at = ${deletedAt}::timestamptz`,
    ],
    sql` and `,
  )}`

/** Counts `together` once per deletion on the page: a deletion may have thousands of clients. */
const described = (page: RawBuilder<unknown>) => sql<TrashedClient>`
  with page as (${page}), deletions as (
    select deleted_at, count(*) as together from trashed_clients
    where deleted_at in (select deleted_at from page) group by 1)
  select page.client_id, page.client_number, name, deleted_at, deleted_by, together,
    case when into_id is not null then json_build_object('id', into_id, 'name', rtrim(k.first_name || ' ' || k.last_name)) end as merged_into
  from page join deletions using (deleted_at) left join merged_clients m on m.client_id = page.client_id
    left join clients k on k.id = into_id
  order by deleted_at desc, page.client_id desc`

export async function listTrashed(db: Db, query: TrashQuery) {
  const chosen = conditions(query)
  const { rows } = await described(sql`
    select * from trashed_clients where ${chosen} order by deleted_at desc, client_id desc
    limit ${query.limit} offset ${(query.page - 1) * query.limit}
  `).execute(db)
  const total = await countRows(db.selectFrom('trashed_clients').where(chosen))
  return { clients: rows, total }
}

export async function findTrashed(db: Db, id: number): Promise<TrashedClient | undefined> {
  const page = sql`select * from trashed_clients where client_id = ${id}`
  return (await described(page).execute(db)).rows[0]
}

export const listDeletion = (db: Db, deletedAt: string) =>
  readValues<number>(db)`
    select client_id from trashed_clients where deleted_at = ${deletedAt} order by client_id
  `

/** The oldest first, deleted at `before` or earlier. */
export const listExpired = (db: Db, before: string, limit: number) =>
  readValues<number>(db)`
    select client_id from trashed_clients where deleted_at <= ${before} order by deleted_at limit ${limit}
  `

export const lockTrashed = (tx: Tx, ids: number[]): Promise<Trashed[]> =>
  tx
    .selectFrom('trashed_clients')
    .selectAll()
    .where(isOneOf(ids))
    .orderBy('client_id')
    .forUpdate()
    .execute()

export const removeFromTrash = (tx: Tx, ids: number[]) =>
  tx.deleteFrom('trashed_clients').where(isOneOf(ids)).execute()
