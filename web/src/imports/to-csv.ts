import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'

/** Rows as a CSV file that spreadsheets open as UTF-8. */
export const toCsv = (head: string[], rows: string[][]) =>
  new Blob([BYTE_ORDER_MARK + csvLines([head, ...rows])], { type: 'text/csv' })
