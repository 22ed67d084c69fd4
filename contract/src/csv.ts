/** Tells a spreadsheet program that this is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet could read a formula: at the start of a cell, and behind whatever a European locale or a
 * pasted text splits cells at. It heeds quotation marks only at the start of what it takes for a cell.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n]"*)(?=[=+\-@])/g

const QUOTED = /[",;\t\r\n\uFEFF]|^ | $/

/** Rows as CSV. A ' goes before each formula; our import drops the one at a cell's start (decision 8). */
export const csvLines = (rows: string[][]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

function cell(text: string): string {
  const defused = text.replace(FORMULA, "'")
  return QUOTED.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
