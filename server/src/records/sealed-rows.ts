import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/schema.ts'

export interface Sealed {
  /** Counts the rows in the order in which they are sealed. */
  order: string
  /** Columns that state what happened, without any that may change later. */
  columns: readonly string[]
  /** Columns added later: a null there leaves the row's hash as it was without the column. */
  later?: readonly string[]
}

/** Timestamps are hashed as numbers: their text would depend on a setting of the connection. */
export const SEALED: Record<string, Sealed> = {
  answers: {
    order: 'id',
    columns: [
      ...['id', 'client_id', 'client_number', 'name', 'at', 'via', 'admin', 'result', 'old', 'new'],
      ...['note', 'mail_to', 'mail_to_by', 'recorded_at'],
    ],
    later: ['answered_by'],
  },
  changes: {
    order: 'id',
    columns: ['id', 'client_id', 'action', 'admin_email', 'timestamp', 'old_data', 'new_data'],
  },
  messages: {
    order: 'settled_seq',
    columns: [
      ...['id', 'mailing_id', 'email', 'state', 'message_id', 'template_id', 'template_version'],
      ...['error', 'smtp_response', 'in_doubt', 'provider', 'settled_at', 'purpose', 'answer_id'],
    ],
    later: ['leader_id'],
  },
  reviews: {
    order: 'id',
    columns: ['id', 'answer_id', 'at', 'admin_email', 'outcome', 'fields', 'note'],
  },
}

const TIMES = new Set(['at', 'recorded_at', 'timestamp', 'settled_at'])

const asValue = (table: string) => (column: string) => {
  const before = table === 'messages' && BEFORE_BOUNCE[column]
  if (before) return before
  return TIMES.has(column) ? sql`extract(epoch from ${sql.ref(column)})` : sql.ref(column)
}

/** A bounce may follow weeks after the seal, which covers the message as accepted and without error (decision 65). */
const BEFORE_BOUNCE: Record<string, RawBuilder<unknown>> = {
  state: sql`case when bounced_at is null then state else 'accepted' end`,
  error: sql`case when bounced_at is null then error end`,
}

/** SHA-256 of the row's values as JSON, in hexadecimal digits. */
export function hashOf(table: string): RawBuilder<string> {
  const { columns, later = [] } = SEALED[table]!
  const all = later.reduce(
    (row, name) => sql`${row} || case when ${sql.ref(name)} is null then '[]'
      else jsonb_build_array(jsonb_build_object(${sql.lit(name)}, ${sql.ref(name)})) end`,
    sql`jsonb_build_array(${sql.join(columns.map(asValue(table)))})`,
  )
  return sql`encode(sha256(convert_to((${all})::text, 'UTF8')), 'hex')`
}

/** Keeps the hashes of changes about to be deleted, so that their seals can still be checked. */
export const keepHashes = (tx: Tx, at: string, adminEmail: string, ids: number[]) =>
  sql`
    insert into removed_changes (change_id, hash, at, admin_email)
    select id, ${hashOf('changes')}, ${at}, ${adminEmail} from changes where id = any(${ids}) for update
  `.execute(tx)
