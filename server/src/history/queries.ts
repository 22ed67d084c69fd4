import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import {
  isOwnField,
  type OwnField,
  type OwnValues,
  ownField,
  ownIdOf,
} from '@attest/contract/own-columns'
import { sql } from 'kysely'
import { readValue } from '../db/read.ts'
import type { Database, Db, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'
import { supersedeImports } from '../records/import-changes.ts'
import { storyIds } from '../records/merges.ts'
import { keepHashes } from '../records/sealed-rows.ts'

type Name = (typeof COMPARED_FIELDS)[number] | 'excused_reason' | 'merged' | 'said' | OwnField
type Fields = Partial<Record<Name, string | null>>
/** A client's row. `own` has the own values by the ids of their columns. */
type Values = Fields & { own?: OwnValues | undefined }

/** `before` and `after` hold the same fields, or one is null. Both are null if no field changed. */
export interface ChangeInput {
  client_id: number
  action: Exclude<Database['changes']['action'], 'file_uploaded' | 'file_deleted'>
  before: Fields | null
  after: Fields | null
  row?: number | undefined
}

/** `adminEmail` is null for the client. */
export interface Author {
  adminEmail: string | null
  at: string
  answerId?: number
  importId?: string
}

/** Treats '' and null as equal. */
export function changedFields(before: Values, after: Values) {
  const own = after.own ? { ...before.own, ...after.own } : {}
  return [...COMPARED_FIELDS, ...ownFieldsOf(own)].filter(
    (field) =>
      (field in after || isOwnField(field)) &&
      (heldIn(before, field) || null) !== (heldIn(after, field) || null),
  )
}

const heldIn = (row: Values, field: Name): string | null | undefined =>
  isOwnField(field) ? row.own?.[ownIdOf(field)] : row[field]

export const pick = (row: Values, fields: readonly Name[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, heldIn(row, field) ?? null]))

const ownFieldsOf = (own: OwnValues = {}) => Object.keys(own).map(ownField)

/** Includes the row's own values. */
export const pickAll = (row: Values): Fields =>
  pick(row, [...COMPARED_FIELDS, ...ownFieldsOf(row.own)])

export const recordFileChange = (
  tx: Tx,
  { adminEmail, at }: Author,
  action: 'file_uploaded' | 'file_deleted',
  file: { client_id: number; original_name: string; file_size: number; category: string },
) => {
  const { client_id, original_name: filename, file_size, category } = file
  const data = JSON.stringify({ filename, file_size, category })
  const came = action === 'file_uploaded'
  return tx
    .insertInto('changes')
    .values({
      client_id,
      action,
      admin_email: adminEmail,
      timestamp: at,
      old_data: came ? 'null' : data,
      new_data: came ? data : 'null',
    })
    .execute()
}

type Row = Values & { id: number }
type Action = ChangeInput['action']

/** `before` and `after` are one client's rows; only `fields` are kept. */
export const recordChange = (
  tx: Tx,
  author: Author,
  action: Action,
  { before, after, fields }: { before: Row; after: Row; fields: readonly Name[] },
) =>
  recordChanges(tx, author, [
    { client_id: after.id, action, before: pick(before, fields), after: pick(after, fields) },
  ])

export const recordUpdates = <C extends { id: number }>(
  tx: Tx,
  author: Author,
  clients: C[],
  changeOf: (client: C) => Pick<ChangeInput, 'before' | 'after'>,
) =>
  recordChanges(
    tx,
    author,
    clients.map((client) => ({ client_id: client.id, action: 'updated', ...changeOf(client) })),
  )

/** Records an event that changed no field. */
export const recordEvent = (tx: Tx, author: Author, action: Action, client_id: number) =>
  recordChanges(tx, author, [{ client_id, action, before: null, after: null }])

const CHUNK = 5000

export async function recordChanges(tx: Tx, author: Author, changes: ChangeInput[]) {
  const { adminEmail, at, answerId = null, importId = null } = author
  for (let start = 0; start < changes.length; start += CHUNK) {
    const rows = changes
      .slice(start, start + CHUNK)
      .map(({ client_id, action, before, after, row }) => ({
        client_id,
        action,
        row,
        old_data: JSON.stringify(before),
        new_data: JSON.stringify(after),
      }))
    await sql`
      insert into changes (client_id, action, admin_email, timestamp, old_data, new_data, answer_id, import_id, import_row)
      select client_id, action, ${adminEmail}, ${at}, old_data, new_data, ${answerId}, ${importId}::uuid, row
      from ${jsonRows(rows, 'client_id bigint, action text, row int, old_data text, new_data text')}
    `.execute(tx)
  }
  await supersedeChanged(tx, changes)
}

async function supersedeChanged(tx: Tx, changes: ChangeInput[]) {
  const rows = changes.flatMap(({ client_id, action, after }) => {
    const fields = Object.keys(after ?? {}).filter((field) => field !== 'status')
    return action === 'created' || fields.length === 0 ? [] : [{ client_id, fields }]
  })
  await supersedeImports(tx, rows)
}

export async function listChanges(db: Db, clientId: number, limit: number) {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where(sql<boolean>`client_id = any(${await storyIds(db, clientId)})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ admin_email, ...row }) => {
    const before: Fields = JSON.parse(row.old_data) ?? {}
    const after: Fields | null = JSON.parse(row.new_data)
    return {
      ...row,
      admins: admin_email === null ? null : { email: admin_email },
      field: Object.keys(after ?? before).join(', '),
      templateIds: [before, after].flatMap((fields) => fields?.group_template ?? []),
    }
  })
}

/** More than the answers that can arrive between a batch's last change and its commit. */
const LOOKED_AT = 2000

/** Differs after each change to any client. The greatest id may not: a batch takes its ids before its commit. */
export const changesCursor = (db: Db) =>
  readValue<string>(db)`
    select concat_ws(' ', sum(id), (select last_value from changes_id_seq)) as cursor
    from (select id from changes order by id desc limit ${sql.lit(LOOKED_AT)}) newest
  `

/** Keeps each record's hash, the number removed per client, and the administrator who removed them. */
export async function removeChanges(tx: Tx, ids: number[], { at, adminEmail }: Removal) {
  await keepHashes(tx, at, adminEmail, ids)
  const removed = await tx
    .deleteFrom('changes')
    .where(sql<boolean>`id = any(${ids})`)
    .returning(['client_id', 'action', 'timestamp'])
    .execute()
  await sql`
    insert into history_removals (client_id, at, admin_email, count, first_at, last_at)
    select client_id, ${at}, ${adminEmail}, count(*), min(timestamp), max(timestamp)
    from ${jsonRows(removed, 'client_id bigint, timestamp timestamptz')} group by client_id
  `.execute(tx)
  return removed
}

type Removal = { at: string; adminEmail: string }
