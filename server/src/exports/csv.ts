import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import type { Db } from '../db/schema.ts'
import { clientRows, HEADINGS } from './client-rows.ts'

export async function* csvOf(db: Db, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for await (const rows of clientRows(db, timeZone)) yield csvLines(rows)
}
