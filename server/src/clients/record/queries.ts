import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pickAll } from '../../history/queries.ts'
import { findClient } from '../../records/clients.ts'

export type Values = Partial<Record<string, string | null>>

/** Reads the last known values of a client who may be deleted. Undefined if nothing is left. */
export async function findLastValues(db: Db, id: number) {
  const client = await findClient(db, id)
  if (client) return { state: 'In the list of clients', values: pickAll(client) as Values }
  const { rows } = await sql<{ state: string; row: Parameters<typeof pickAll>[0] & Values }>`
    (select 'In the trash' as state, client as row from trashed_clients where client_id = ${id})
    union all (select 'Deleted', old_data::jsonb from changes
      where client_id = ${id} and action in ('deleted', 'merged') and new_data = 'null' order by id desc limit 1)
    union all (select 'Deleted', new || jsonb_build_object('client_number', client_number) from answers
      where client_id = ${id} order by id desc limit 1)
    limit 1
  `.execute(db)
  const [last] = rows
  if (!last) return undefined
  // The history stores own values as separate fields already.
  const { state, row } = last
  return { state, values: (row.own ? pickAll(row) : row) as Values }
}

export interface Source {
  field: string
  value: string | null
  at: string
  by: string | null
  action: string
  /** `via` and `result` belong to an answer, `file_name` and `row` to an import. */
  via: 'link' | 'phone' | 'letter' | 'in_person' | null
  result: 'confirmed' | 'updated' | null
  file_name: string | null
  row: number | null
}

/** The newest record of each field of this client. Reads answers too, since they outlive the history. */
export async function listSources(db: Db, id: number): Promise<Map<string, Source>> {
  const { rows } = await sql<Source>`
    select distinct on (field) * from (
      select f.key as field, f.value, coalesce(a.at, c.timestamp) as at, c.timestamp as recorded_at, c.admin_email as by,
        c.action, a.via, a.result, i.file_name, c.import_row as row
      from changes c cross join jsonb_each_text(c.new_data::jsonb) f
        left join answers a on a.id = c.answer_id left join imports i on i.id = c.import_id
      where c.client_id = ${id} and c.new_data <> 'null'
      union all
      select f.key, f.value, a.at, a.recorded_at, a.admin, 'updated', a.via, a.result, null, null
      from answers a cross join jsonb_each_text(a.new) f where a.client_id = ${id} and a.old ? f.key
    ) s order by field, recorded_at desc
  `.execute(db)
  return new Map(rows.map((row) => [row.field, row]))
}

/** Each template version in the clients' emails and letters, the oldest first. */
export const listWordings = (db: Db, clientIds: number[]) =>
  db
    .selectFrom('template_versions')
    .selectAll()
    .where(
      sql<boolean>`(template_id, version) in (select template_id, template_version from messages
        where client_id = any(${clientIds}) or former_client_id = any(${clientIds})
        union all select template_id, template_version from letters where client_id = any(${clientIds}))`,
    )
    .orderBy('created_at')
    .execute()
