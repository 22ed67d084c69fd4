/** Marks UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet may read a formula at a cell's start, and after what splits cells in Europe or in pasted text. */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n]"*)(?=[=+\-@])/g

/** Most cells: no formula and no quotation mark. */
const PLAIN = /^[\w(#][^",;\t\r\n\uFEFF]*(?<! )$|^$/

const QUOTED = /[",;\t\r\n\uFEFF]|^ | $/

/** A ' precedes each formula; our import removes it (decision 8). */
export const csvLines = (rows: string[][]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

function cell(text: string): string {
  if (PLAIN.test(text)) return text
  const defused = text.replace(FORMULA, "'")
  return QUOTED.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
