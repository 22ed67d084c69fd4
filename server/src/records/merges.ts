import { type Insertable, type Selectable, sql } from 'kysely'
import { readRows, readValue, readValues } from '../db/read.ts'
import type { Db, Tx } from '../db/schema.ts'
import type { MergedClientRow } from '../db/trash-schema.ts'
import type { RenamedChoice } from './own-columns.ts'

/** Maps each id, and those of clients merged into it, to the id whose story it belongs to. */
export async function storiesOf(db: Db, ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ client_id: number; root_id: number }>`
    select client_id, root_id from merged_stories where root_id = any(${ids})
  `.execute(db)
  const merged = rows.map(({ client_id, root_id }) => [client_id, root_id] as const)
  return new Map([...merged, ...ids.map((id) => [id, id] as const)])
}

/** All ids under which this client has answers, changes, emails, calls and files. */
export const storyIds = async (db: Db, id: number): Promise<number[]> => [
  ...(await storiesOf(db, [id])).keys(),
]

/** The clients who are in the list, with the kept client in place of a merged one. */
export const presentOf = (db: Db, ids: number[]) =>
  readValues<number>(db)`
    select id from clients where id = any(${ids})
      or id in (select root_id from merged_stories where client_id = any(${ids})) order by id
  `

export function findByMergedLink(db: Db, tokenHash: string) {
  const link = JSON.stringify([{ token_hash: tokenHash, purpose: 'answer' }])
  return readValue<number | undefined>(db)`
    select root_id from trashed_clients join merged_stories using (client_id) where links @> ${link}::jsonb
  `
}

export interface FormerNumber {
  former: string
  id: number
  client_number: string
  name: string
}

/** Which numbers are former ones of present clients. A number that a client has now is not former. */
export const listFormerNumbers = (db: Db, numbers: string[]) =>
  readRows<FormerNumber>(db)`
    select m.client_number as former, c.id, c.client_number, rtrim(c.first_name || ' ' || c.last_name) as name
    from merged_clients m join merged_stories s using (client_id) join clients c on c.id = s.root_id
    where m.client_number = any(${numbers})
      and not exists (select from clients o where o.client_number = m.client_number)
  `

export const findMerge = (db: Db, clientId: number) =>
  db.selectFrom('merged_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** A later merge into the same client that can still be undone. */
export const findLaterMerge = (db: Db, { into_id, merged_at }: Selectable<MergedClientRow>) =>
  db
    .selectFrom('merged_clients')
    .innerJoin('trashed_clients', 'trashed_clients.client_id', 'merged_clients.client_id')
    .select('name')
    .where('into_id', '=', into_id)
    .where('merged_at', '>', merged_at)
    .orderBy('merged_at', 'desc')
    .executeTakeFirst()

export const listMerged = (db: Db, ids: number[]) =>
  readValues<number>(db)`select client_id from merged_clients where client_id = any(${ids})`

export const addMerge = (tx: Tx, merge: Insertable<MergedClientRow>) =>
  tx.insertInto('merged_clients').values(merge).execute()

export const removeMerges = (tx: Tx, ids: number[]) =>
  tx.deleteFrom('merged_clients').where(sql<boolean>`client_id = any(${ids})`).execute()

/** Renames the choice in the values that an undo restores or compares. */
export async function renameInMerges(tx: Tx, { id, was, text }: RenamedChoice) {
  for (const side of ['before', 'after']) {
    const path = [side, 'own', String(id)]
    await sql`update merged_clients set undo = jsonb_set(undo, ${path}, to_jsonb(${text}::text))
      where undo #>> ${path} = ${was}`.execute(tx)
  }
}
