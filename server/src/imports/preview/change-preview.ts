import type { ColumnField, PreviewChange, PreviewField } from '@attest/contract/import-previews'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { headerKey } from '../sheet/choose-table.ts'
import { type Changed, changeRow, withCells, withChoice } from './change-row.ts'
import { decideAgain, readAgain } from './make-preview.ts'
import { openPreview } from './open-preview.ts'
import { type Given, type Planned, planPreview } from './plan-preview.ts'
import { listHeaders, type PreviewRecord, rememberHeader, rowPages } from './queries.ts'
import { suggestionsOf } from './suggestions.ts'

export async function changePreview(
  deps: Deps,
  previewId: string,
  change: PreviewChange,
): Promise<Changed> {
  if (change.row) return changeRow(deps, previewId, change.row)
  await changeMany(deps, await openPreview(deps, previewId), change)
  return { preview: await openPreview(deps, previewId) }
}

async function changeMany(deps: Deps, preview: PreviewRecord, change: PreviewChange) {
  const { sheet = preview.sheet, headerRow, column, includeHidden } = change
  const encoding = change.encoding ?? preview.encoding?.name
  const asBefore = {
    sheet: preview.sheet || undefined,
    headerRow: preview.header_row,
    encoding,
    fields: preview.columns.map(({ field }) => field),
  }
  if (column) {
    const { header } = preview.columns[column.index] ?? notFound('Column')
    await readAgain(deps, preview, { ...asBefore, fields: assigned(asBefore.fields, column) })
    if (header !== '' && preview.header_row > 0)
      await rememberHeader(deps.db, headerKey(header), column.field)
  } else if (change.sheet !== undefined || headerRow !== undefined || change.encoding) {
    const remembered = await listHeaders(deps.db)
    await readAgain(deps, preview, { sheet: sheet || undefined, headerRow, encoding, remembered })
  } else if (includeHidden !== undefined) {
    await readAgain(deps, preview, { ...asBefore, includeHidden })
  } else {
    const decide = (tx: Tx, held: PreviewRecord) => decideAll(tx, held, change)
    await decideAgain(deps, preview.id, decide, change.incomplete)
  }
}

/** Phone numbers may come from several columns: the first with a text counts. */
const REPEATED = ['phone_number', 'alt_number', 'ignored']

const assigned = (
  fields: (ColumnField | null)[],
  { index, field }: NonNullable<PreviewChange['column']>,
) =>
  fields.map((other, position) => {
    if (position === index) return field
    return other === field && !REPEATED.includes(field ?? '') ? null : other
  })

async function decideAll(
  tx: Tx,
  preview: Pick<PreviewRecord, 'id' | 'incomplete'>,
  { undecided, accept }: PreviewChange,
) {
  const decided = new Map<number, Given>()
  if (!undecided && !accept) return decided
  for await (const page of rowPages(tx, preview.id, accept ? 'suggested' : 'undecided')) {
    for (const planned of await planPreview(tx, page, preview)) {
      const given = accept
        ? withSuggestion(planned, accept)
        : withChoice(planned.given, undecided!, planned.alike)
      if (given) decided.set(given.row, given)
    }
  }
  return decided
}

function withSuggestion(planned: Planned, field: PreviewField): Given | undefined {
  const suggestion = suggestionsOf(planned).find((each) => each.field === field)
  return suggestion && withCells(planned.given, suggestion.cells)
}
