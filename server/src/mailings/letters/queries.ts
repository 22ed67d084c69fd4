import type { DetailName } from '@attest/contract/client-fields'
import type { LeftOut, LetterBatch } from '@attest/contract/letters'
import { US } from '@attest/contract/place'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readRows, readValue, readValues } from '../../db/read.ts'
import type { ClientRow, Db, TemplateColumns, Tx } from '../../db/schema.ts'
import { jsonRows } from '../../db/transact.ts'
import { ownByKey } from '../../delivery/ledger.ts'
import { isSent, postalAddress, returnedFrom } from '../../records/clients.ts'
import type { RoundRecord } from '../../rounds/queries.ts'
import { letterOf } from '../queries.ts'

/** Characters of name and address together: more do not fit an envelope's window. */
const MOST_IN_WINDOW = 200

/** Why a client gets no letter; null for the others. */
const WHY_NOT = sql<LeftOut | null>`case
  when clients.excused_reason is not null then 'excused'
  when clients.disputed_at is not null or clients.reported_as = 'reported_deceased' then 'disputed'
  when clients.status <> 'pending' then 'answered'
  when '' in (clients.address, clients.city) or (clients.country = ${US} and '' in (clients.state, clients.zip_code))
    or length(clients.first_name || clients.last_name || clients.address || clients.city) > ${sql.lit(MOST_IN_WINDOW)} then 'incomplete'
  when ${returnedFrom('clients')} is not null then 'returned' end`

/** Sorted by name, so that one sheet is easy to find. `again`: another letter made after `since` may arrive. */
export const listCandidates = (db: Db, ids: number[], since: string) =>
  readRows<{ id: number; why: LeftOut | null; again: boolean; emailed: boolean }>(db)`
    select id, ${WHY_NOT} as why, exists (select from letters l join letter_batches b on b.id = l.batch_id
        left join verification_links v on v.token_hash = l.token_hash
      where l.client_id = clients.id and b.created_at > ${since} and l.returned_at is null
        and v.revoked_at is null and v.answered_at is null) as again,
      not bounced and reported_as is null and exists (select from messages m
        where m.client_id = clients.id and ${isSent('m')} and m.settled_at > ${since}) as emailed
    from clients where id = any(${ids}) order by lower(last_name), lower(first_name), id
  `

export const insertBatch = (db: Db, ids: number[], admin_email: string, created_at: string) =>
  readValue<number>(db)`
    with batch as (
      insert into letter_batches (admin_email, created_at) values (${admin_email}, ${created_at}) returning id
    )
    insert into letters (batch_id, client_id)
    select batch.id, client_id from batch, unnest(${ids}::bigint[]) with ordinality as t(client_id, place) order by place
    returning batch_id
  `

export const lockBatch = (tx: Tx, id: number) =>
  tx.selectFrom('letter_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const selectBatches = (db: Db, which: RawBuilder<unknown>) =>
  readRows<LetterBatch>(db)`
  select b.id as "batchId", b.admin_email, b.created_at, b.printed_at, b.mailed_at, b.mailed_by,
    count(l.id)::int as letters, count(l.printed_at)::int as printed, count(l.returned_at)::int as returned
  from letter_batches b join letters l on l.batch_id = b.id
  where ${which}
  group by b.id order by b.id desc limit 200`

export const listBatches = (db: Db) => selectBatches(db, sql`true`)

export const findBatch = async (db: Db, id: number) =>
  (await selectBatches(db, sql`b.id = ${id}`))[0]

export type PaperLetter = Selectable<TemplateColumns> &
  Pick<Selectable<ClientRow>, DetailName | 'client_number' | 'language'> & {
    id: number
    client_id: number
    own: Record<string, string> | null
    template_id: string
    version: number
  }

/** Letters of the batch that may be mailed now. Locks their clients until the transaction ends. */
export async function holdLetters(tx: Tx, batchId: number, round: RoundRecord | undefined) {
  const open = round?.id ?? null
  const wasAsked = sql`(exists (
      select from messages m join mailings b on b.id = m.mailing_id
      where m.client_id = clients.id and b.round_id = ${open} and ${isSent('m')})
    or exists (select from letters p join letter_batches b on b.id = p.batch_id
      where p.client_id = clients.id and b.round_id = ${open} and p.printed_at is not null))`
  const letter = round?.template_id ?? null
  return readRows<PaperLetter>(tx)`
    select clients.*, l.id, l.client_id, ${ownByKey} as own, t.id as template_id, t.version, t.name, t.subject, t."textContent",
      t.greeting, t."mainMessage", t."addressLabel", t."buttonText", t."footerMessage", t.signature, t.translations
    from letters l join clients on clients.id = l.client_id
      join templates t on t.id = case when ${wasAsked} then ${letterOf('reminder', letter)} else ${letterOf('bulk', letter)} end
    where l.batch_id = ${batchId} and ${WHY_NOT} is null
    order by l.id for share of clients
  `
}

type Which = RawBuilder<boolean>
export const ofBatch = (id: number): Which => sql`batch_id = ${id}`
export const withToken = (hash: string): Which => sql`token_hash = ${hash}`
export const withIds = (ids: number[]): Which => sql`id = any(${ids})`

export const listTokens = (db: Db, which: Which) =>
  readValues<string>(db)`select token_hash from letters where ${which} and token_hash is not null`

type Printed = Pick<PaperLetter, 'id' | 'template_id' | 'version'> & { token_hash: string }

/** The batch's letters that are missing in `printed` count as not printed. */
export async function markPrinted(tx: Tx, batchId: number, printed: Printed[], at: string) {
  await sql`
    update letters set printed_at = null, token_hash = null
    where batch_id = ${batchId} and not id = any(${printed.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  await sql`
    update letters set printed_at = ${at}, token_hash = r.token_hash, template_id = r.template_id,
      template_version = r.version, address = ${postalAddress('clients')}
    from ${jsonRows(printed, 'id bigint, token_hash text, template_id text, version int')}, clients
    where letters.id = r.id and clients.id = letters.client_id
  `.execute(tx)
  await tx.updateTable('letter_batches').set({ printed_at: at }).where('id', '=', batchId).execute()
}

/** Returns the clients of the printed letters who are still in the list. */
export async function markMailed(
  tx: Tx,
  batchId: number,
  mailed: { mailed_at: string; mailed_by: string; round_id: number },
): Promise<number[]> {
  await tx.updateTable('letter_batches').set(mailed).where('id', '=', batchId).execute()
  return readValues<number>(tx)`
    select distinct client_id from letters join clients on clients.id = client_id
    where batch_id = ${batchId} and printed_at is not null order by client_id
  `
}

export const removeBatch = (tx: Tx, id: number) =>
  tx.deleteFrom('letter_batches').where('id', '=', id).execute()

/** Printed letters by id. A merged client's letter names the client who stayed, a deleted one's names nobody. */
export async function listPrinted(db: Db, ids: number[]) {
  const stayed = sql`(select s.root_id from merged_stories s join clients r on r.id = s.root_id where s.client_id = l.client_id)`
  return readRows<{ id: number; client_id: number; name: string }>(db)`
    select l.id, coalesce(c.id, l.client_id) as client_id,
      coalesce(rtrim(c.first_name || ' ' || c.last_name), 'A deleted client') as name
    from letters l left join clients c on c.id = coalesce(${stayed}, l.client_id)
    where l.id = any(${ids}) and l.printed_at is not null order by array_position(${ids}::bigint[], l.id)
  `
}

interface Returning {
  at: string
  by: string
  /** Null: the letter was not returned after all. */
  reason: string | null
}

export const markReturned = (tx: Tx, which: Which, { at, by, reason }: Returning) =>
  tx
    .updateTable('letters')
    .set(
      reason === null
        ? { returned_at: null, returned_by: null, returned_reason: null }
        : { returned_at: at, returned_by: by, returned_reason: reason },
    )
    .where(which)
    .execute()
