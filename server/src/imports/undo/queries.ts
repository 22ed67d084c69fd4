import { UndoReason, type UndoRow } from '@attest/contract/import-undo'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ImportChangeRow } from '../../db/import-schema.ts'
import type { Db, Tx } from '../../db/schema.ts'

/** Never from the history, which may be deleted. An answer also confirms what it left unchanged. */
const REASON = sql.raw(`
  case
    when i.kept is not null then i.kept
    when c.id is null then 'deleted'
    when i.field is distinct from 'excused_reason'
      and exists (select from answers a where a.client_id = i.client_id and a.recorded_at >= b.created_at) then 'answered'
    when i.superseded then 'changed'
    when i.field = 'group_template' and not exists (select from templates t where t.id = i.old) then 'template_gone'
    when i.field is not null then null
    when exists (select from messages m where m.client_id = i.client_id
      and (m.state in ('sending', 'accepted', 'failed') or m.attempts > 0 or m.in_doubt))
      or exists (select from letters l where l.client_id = i.client_id and l.printed_at is not null) then 'emailed'
    when exists (select from attachments f where f.client_id = i.client_id) then 'file'
    when exists (select from calls p where p.client_id = i.client_id) then 'called'
    when exists (select from notes n where n.client_id = i.client_id) then 'noted'
  end`)

const planned = (importId: string, chosen = sql`true`): RawBuilder<unknown> => sql`
  select i.client_id, i.field, i.old, i.new, i.mail_to, i.mail_to_by, c.client_number, rtrim(c.first_name || ' ' || c.last_name) as name,
    ${REASON} as reason
  from import_changes i join imports b on b.id = i.import_id left join clients c on c.id = i.client_id
  where i.import_id = ${importId}::uuid and ${chosen}`

export type PlannedRow = UndoRow & Pick<Selectable<ImportChangeRow>, 'mail_to' | 'mail_to_by'>

type Counts = Record<
  UndoReason | 'removed' | 'restored' | 'kept' | 'undone_rows' | 'kept_rows',
  number
>

const countOf = (condition: string, name: string) =>
  sql`count(*) filter (where ${sql.raw(condition)})::int as ${sql.ref(name)}`

/** Counts clients; names with `rows` count rows. */
export async function countPlanned(db: Db, importId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${countOf('reason is null and created', 'removed')},
      ${countOf('reason is null and not created', 'restored')},
      count(distinct client_id) filter (where reason <> 'deleted')::int as kept,
      coalesce(sum(n) filter (where reason is null), 0)::int as undone_rows,
      coalesce(sum(n) filter (where reason is not null), 0)::int as kept_rows,
      ${sql.join(UndoReason.options.map((each) => countOf(`reason = '${each}'`, each)))}
    from (
      select client_id, reason, field is null as created, count(*) as n
      from (${planned(importId)}) p group by 1, 2, 3) c
  `.execute(db)
  return rows[0]!
}

export async function listPlanned(
  db: Db,
  importId: string,
  { kind, page, limit }: { kind: 'undone' | 'kept'; page: number; limit: number },
) {
  const { rows } = await sql<UndoRow>`
    select * from (${planned(importId)}) p
    where reason is ${sql.raw(kind === 'kept' ? 'not null' : 'null')}
    order by client_id, field limit ${limit} offset ${(page - 1) * limit}
  `.execute(db)
  return rows
}

export const planOf = async (tx: Tx, importId: string, clientIds: number[]) =>
  (await sql<PlannedRow>`${planned(importId, sql`i.client_id = any(${clientIds})`)}`.execute(tx))
    .rows

export async function countClients(db: Db, importId: string): Promise<number> {
  const { clients } = await db
    .selectFrom('import_changes')
    .select((e) => e.fn.count<number>('client_id').distinct().as('clients'))
    .where('import_id', '=', importId)
    .where('kept', 'is', null)
    .executeTakeFirstOrThrow()
  return clients
}

export async function nextClients(tx: Tx, importId: string, after: number, limit: number) {
  const rows = await tx
    .selectFrom('import_changes')
    .select('client_id')
    .distinct()
    .where('import_id', '=', importId)
    .where('client_id', '>', after)
    .where('kept', 'is', null)
    .orderBy('client_id')
    .limit(limit)
    .execute()
  return rows.map(({ client_id }) => client_id)
}
