import type { OwnColumn } from '@attest/contract/own-columns'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { readValue, readValues } from '../db/read.ts'
import type { Database, Db, Tx } from '../db/schema.ts'

type Row = Database['own_columns']

const inOrder = (db: Db) =>
  db.selectFrom('own_columns').selectAll().orderBy('position').orderBy('id')

export const listOwnColumns = (db: Db): Promise<OwnColumn[]> => inOrder(db).execute()

/** Keeps the columns from being changed or deleted until the transaction ends. */
export const holdOwnColumns = (tx: Tx): Promise<OwnColumn[]> => inOrder(tx).forShare().execute()

/** Makes others who change columns wait. */
export const lockOwnColumns = (tx: Tx): Promise<OwnColumn[]> => inOrder(tx).forUpdate().execute()

export const insertOwnColumn = (tx: Tx, row: Insertable<Row>): Promise<OwnColumn> =>
  tx.insertInto('own_columns').values(row).returningAll().executeTakeFirstOrThrow()

export const updateOwnColumn = (tx: Tx, id: number, fields: Updateable<Row>) =>
  tx.updateTable('own_columns').set(fields).where('id', '=', id).execute()

export const removeOwnColumn = (tx: Tx, id: number) =>
  tx.deleteFrom('own_columns').where('id', '=', id).execute()

export const countOwnValues = (db: Db, id: number) =>
  readValue<number>(db)`
    select count(*)::int as values from clients where own <> '{}' and own ? ${String(id)}
  `

export interface RenamedChoice {
  id: number
  was: string
  text: string
}

/** The filter `own` with a choice's new name; null if no condition names the former one. */
export const renamedFilter = (own: RawBuilder<unknown>, { id, was, text }: RenamedChoice) => sql`(
  select string_agg(case line when ${`${id}:${was}`} then ${`${id}:${text}`} else line end, E'\\n' order by n)
  from unnest(string_to_array(${own}, E'\\n')) with ordinality as lines(line, n)
  having bool_or(line = ${`${id}:${was}`}))`

export const listLettersWith = (db: Db, key: string) =>
  readValues<string>(db)`
    select name from templates where templates::text ~ ${`\\{\\{\\s*own\\.${key}\\s*\\}\\}`} order by name
  `
