import { NEEDED_FIELDS } from '@attest/contract/client-fields'
import { cleanText } from './clean-cell.ts'
import { type Headers, headersOf } from './header-rows.ts'
import type { Source } from './match-columns.ts'

/** The reason not to trust a row's cells: in delimited text, missing quotation marks shift the cells behind them. */
export function damagedRowFinder(
  { table, index, headers }: Headers,
  sources: readonly Source[],
): (row: number) => string | undefined {
  if (!table.delimiter) return () => undefined
  const width = index < 0 ? headers.length : table.row(index).length
  const columnsOf = (field: string) => sources.find((each) => each.field === field)?.columns ?? []
  const address = columnsOf('address')
  const firstMissing = missingFrom(sources)

  /** Only fields that commonly have several lines: otherwise a total below the list would spoil the last row. */
  const areHalves = (first: readonly string[], second: readonly string[]) =>
    address.includes(first.length - 1) &&
    first.length + second.length <= width + 1 &&
    [first, second].some((texts) => firstMissing(texts) !== undefined) &&
    [first, second].every((texts) => texts.some(cleanText))

  /** A missing delimiter has moved the last cells into the columns before theirs. */
  const isShifted = (texts: readonly string[]) =>
    Object.entries(SHAPES).some(([field, shape]) =>
      columnsOf(field).some((column) => {
        const text = cleanText(texts[column] ?? '')
        return text !== '' && !shape.test(text)
      }),
    )

  return (row) => {
    const texts = table.row(row)
    if (texts.slice(width).some(cleanText)) return SURPLUS
    if (areHalves(texts, table.row(row + 1))) return half('the next')
    if (areHalves(table.row(row - 1), texts)) return half('the one before')
    const missing = firstMissing(texts)
    if (missing === undefined || !isShifted(texts)) return undefined
    return endsBefore(headersOf([missing], headers).join())
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

/** The least that a cell of the field contains. */
const SHAPES = { email: /@/, phone_number: /\d/, city: /^\D+$/, state: /^\D{2,}$/, zip_code: /\d/ }

const SURPLUS =
  'This row has more cells than there are headings. Put a text with a comma, such as an address, in quotation marks'

const endsBefore = (header: string) =>
  `This row ends before the column “${header}”. Write the row on one line, with its empty cells; a line break in an address needs quotation marks`

const half = (other: string) =>
  `This row and ${other} look like one. Write the row on one line; a line break in an address needs quotation marks`
