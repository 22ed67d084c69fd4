/** Marks UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Places where a spreadsheet may read a formula: a cell's start, and after whatever splits cells in European locales or
 * pasted texts.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n]"*)(?=[=+\-@])/g

/** Neither a formula nor a quote: most cells. */
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
