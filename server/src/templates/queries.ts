import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { reminderIdOf } from '@attest/contract/templates'
import { type Selectable, sql } from 'kysely'
import { countRows } from '../db/pages.ts'
import { readRow, readValue } from '../db/read.ts'
import type { Db, TemplateColumns, TemplateRow, Tx } from '../db/schema.ts'

export type TemplateRecord = Omit<Selectable<TemplateRow>, 'reminder_of'>

const CONTENT = [
  'name',
  'subject',
  'textContent',
  'greeting',
  'mainMessage',
  'addressLabel',
  'buttonText',
  'footerMessage',
  'signature',
  'translations',
] as const satisfies (keyof TemplateColumns)[]

/** Omits the letters of reminders, which are no groups of clients. */
const inOrder = (db: Db) =>
  db
    .selectFrom('templates')
    .where('reminder_of', 'is', null)
    .orderBy((e) => e('id', '=', DEFAULT_TEMPLATE), 'desc')
    .orderBy('name')
    .orderBy('id')

export const listTemplateRows = (db: Db) => inOrder(db).selectAll().execute()

export const listTemplateNames = (db: Db) => inOrder(db).select(['id', 'name']).execute()

export const findTemplateRow = (db: Db, id: string) =>
  db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()

export const findReminderOf = (db: Db, id: string) =>
  db.selectFrom('templates').selectAll().where('reminder_of', '=', id).executeTakeFirstOrThrow()

export const keepTemplateRow = (db: Db, id: string) =>
  db.selectFrom('templates').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()

export const lockTemplateRow = (tx: Tx, id: string) =>
  tx.selectFrom('templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Versions outlive their template, so a template made again continues their numbers. */
export const lastVersion = (db: Db, id: string) =>
  readValue<number>(db)`
    select coalesce(max(version), 0) from template_versions where template_id = ${id}
  `

const written = <R extends Pick<TemplateRecord, 'translations'>>(row: R) => ({
  ...row,
  translations: JSON.stringify(row.translations),
})

export const insertTemplate = (tx: Tx, row: TemplateRecord & { reminder_of?: string }) =>
  tx.insertInto('templates').values(written(row)).execute()

export const updateTemplate = (tx: Tx, { id, ...row }: TemplateRecord) =>
  tx.updateTable('templates').set(written(row)).where('id', '=', id).execute()

export const removeTemplate = (tx: Tx, id: string) =>
  tx.deleteFrom('templates').where('id', '=', id).execute()

export const insertVersion = (
  tx: Tx,
  { id, updated_at, ...row }: TemplateRecord,
  adminEmail: string,
) =>
  tx
    .insertInto('template_versions')
    .values({ ...written(row), template_id: id, created_at: updated_at, admin_email: adminEmail })
    .execute()

export const listVersions = (db: Db, id: string) =>
  db
    .selectFrom('template_versions')
    .select(['version', 'created_at', 'admin_email', 'name', 'subject'])
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .execute()

export const listLastNames = (db: Db, ids: string[]) =>
  db
    .selectFrom('template_versions')
    .distinctOn('template_id')
    .select(['template_id as id', 'name'])
    .where(sql<boolean>`template_id = any(${ids})`)
    .orderBy('template_id')
    .orderBy('version', 'desc')
    .execute()

export const findVersion = (db: Db, id: string, version: number) =>
  db
    .selectFrom('template_versions')
    .select(['template_id as id', 'version', 'created_at as updated_at', ...CONTENT])
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

export const countWaiting = (db: Db, id: string) =>
  countRows(
    db
      .selectFrom('messages')
      .where('template_id', '=', id)
      .where('state', 'in', ['queued', 'sending']),
  )

export const countUses = (db: Db, id: string) =>
  readRow<{ clients: number; waiting: number; rounds: number }>(db)`
    select (select count(*) from clients where group_template = ${id}) as clients,
      (select count(*) from messages where template_id in (${id}, ${reminderIdOf(id)})
        and state in ('queued', 'sending')) as waiting,
      (select count(*) from rounds where template_id = ${id} and closed_at is null) as rounds
  `
