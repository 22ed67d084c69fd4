import { CLIENT_FIELDS, nameOf } from '@attest/contract/client-fields'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/exports'
import type { ColumnField } from '@attest/contract/import-previews'
import type { Cells } from './sheet/clean-cell.ts'
import { REASON_HEADER } from './sheet/do-not-email.ts'
import type { Extract, TextRow } from './sheet/read-sheet.ts'

export interface Reading extends Omit<Extract, 'rows'> {
  columns: { header: string; field: ColumnField | null; alsoPhone?: boolean | undefined }[]
}

/** Rows in the file's own columns, as corrected so far, with the reason. `edited`: fields that a person filled in. */
export async function* rejectedCsv(
  batches: AsyncIterable<string[]>,
  { sheet, columns }: Reading,
  edited: ReadonlySet<string>,
  describe: (rows: number[]) => Promise<Map<number, { edits: Cells; reason: string }>>,
): AsyncGenerator<string> {
  // As recognized: the file may spread them over several lines.
  const headers = columns.map(({ header }) => header)
  const own = new Set(columns.map(({ field }) => wholeField(field)))
  const added = CLIENT_FIELDS.filter((field) => edited.has(field) && !own.has(field))
  const addedHeaders = added.map(nameOf)
  yield BYTE_ORDER_MARK + csvLines([[...headers, ...addedHeaders, REASON_HEADER]])
  for await (const lines of batches) {
    const batch = lines.map((line) => JSON.parse(line) as TextRow)
    const described = await describe(batch.map(({ row }) => row))
    yield csvLines(
      batch.map(({ row, texts }) => {
        const { edits = {}, reason = '' } = described.get(row) ?? {}
        const cells = corrected(texts, { columns, sheet }, edits)
        cells.splice(columns.length, 0, ...added.map((field) => edits[field] ?? ''))
        return [...cells, reason]
      }),
    )
  }
}

/** Either number may come from the same columns: once one is edited, both are written. */
export function editsOf({ cells, edits }: { cells: Cells; edits: Cells }): Cells {
  if (edits.phone_number === undefined && edits.alt_number === undefined) return edits
  const { phone_number = '', alt_number = '' } = cells
  return { phone_number, alt_number, ...edits }
}

export const filledFields = (edits: Cells) =>
  Object.entries(edits).flatMap(([field, text]) => (text ? [field] : []))

/** An edited cell goes into the first column of its field and replaces the others. */
function corrected(
  texts: readonly string[],
  { columns, sheet }: Pick<Reading, 'columns' | 'sheet'>,
  edits: Cells,
): string[] {
  const fields = columns.map(({ field }) => field)
  const isEdited = Object.keys(edits).length > 0
  // Surplus cells are notes beside a workbook's table; in text, a person must put them right.
  const width = sheet || isEdited ? fields.length : Math.max(fields.length, texts.length)
  return Array.from({ length: width }, (_, column) => {
    const whole = wholeField(fields[column] ?? null)
    const edited = (edits as Record<string, string>)[whole]
    if (edited === undefined) return texts[column] ?? ''
    return column === fields.indexOf(whole as ColumnField) ? edited : ''
  })
}

const wholeField = (field: ColumnField | null): string =>
  field?.startsWith('address_') ? 'address' : (field ?? 'ignored')
