import Papa from 'papaparse'
import type { Db } from '../db/schema.ts'
import { clientRows, HEADS } from './client-rows.ts'

/** Tells a spreadsheet program that this is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet would take for a formula gets a ' in front, which it shows and our import drops. A phone
 * number, too: +1-617-555-0142 is a sum. Decision 8 says what that costs.
 */
const FORMULA = /^[=+\-@\t\r]/

export const csvLines = (rows: string[][]): string =>
  `${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`

/** The list as CSV, written while it is read. */
export async function* csvOf(db: Db, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADS])
  for await (const rows of clientRows(db, timeZone)) yield csvLines(rows)
}
