import { sql } from 'kysely'
import type { Db } from './schema.ts'

type Query = Parameters<typeof sql>

/** Reads rows by SQL: readRows<Row>(db)`select …`. */
export const readRows =
  <Row>(db: Db) =>
  async (...query: Query): Promise<Row[]> =>
    (await sql<Row>(...query).execute(db)).rows

export const readRow =
  <Row>(db: Db) =>
  async (...query: Query): Promise<Row> =>
    (await readRows<Row>(db)(...query))[0]!

export const readValues =
  <Value>(db: Db) =>
  async (...query: Query): Promise<Value[]> =>
    (await readRows<Record<string, Value>>(db)(...query)).map((row) => Object.values(row)[0]!)

export const readValue =
  <Value>(db: Db) =>
  async (...query: Query): Promise<Value> =>
    (await readValues<Value>(db)(...query))[0]!
