import { cleanText } from './clean-cell.ts'
import { NEEDED_FIELDS } from './client-fields.ts'
import type { Headers } from './header-rows.ts'
import type { Source } from './match-columns.ts'
import { headersOf } from './not-read.ts'

/**
 * The reason not to trust a row's cells, if any. In delimited text, missing quotation marks shift the cells behind a
 * delimiter or line break.
 */
export function damagedRowFinder(
  { table, index, headers }: Headers,
  sources: readonly Source[],
): (row: number) => string | undefined {
  if (!table.delimited) return () => undefined
  const width = table.row(index).length
  const firstMissing = missingFrom(sources)
  const address = sources.find(({ field }) => field === 'address')?.columns ?? []

  /** Only fields that commonly have several lines: otherwise a total below the list would spoil the last row. */
  const areHalves = (first: readonly string[], second: readonly string[]) =>
    address.includes(first.length - 1) &&
    first.length + second.length <= width + 1 &&
    [first, second].some((texts) => firstMissing(texts) !== undefined) &&
    [first, second].every((texts) => texts.some(cleanText))

  return (row) => {
    const texts = table.row(row)
    if (texts.slice(width).some(cleanText)) return SURPLUS
    const missing = firstMissing(texts)
    if (missing !== undefined) return endsBefore(headersOf([missing], headers).join())
    if (areHalves(texts, table.row(row + 1))) return half('the next')
    if (areHalves(table.row(row - 1), texts)) return half('the one before')
    return undefined
  }
}

/** Programs may omit empty cells at the end. */
function missingFrom(sources: readonly Source[]) {
  const needed = sources
    .filter(({ field }) => NEEDED_FIELDS.includes(field))
    .map(({ columns }) => Math.min(...columns))
    .toSorted((a, b) => a - b)
  return (texts: readonly string[]) => needed.find((column) => column >= texts.length)
}

const SURPLUS =
  'This row has more cells than there are headings. Put a text with a comma, such as an address, in quotation marks'

const endsBefore = (header: string) =>
  `This row ends before the column “${header}”. Write the row on one line, with its empty cells; a line break in an address needs quotation marks`

const half = (other: string) =>
  `This row and ${other} look like one. Write the row on one line; a line break in an address needs quotation marks`
