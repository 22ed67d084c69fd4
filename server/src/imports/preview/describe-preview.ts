import type { Preview, PreviewRow } from '@attest/contract/import-previews'
import type { Deps } from '../../deps.ts'
import { monthlyName } from '../../rounds/open-round.ts'
import { findOpenRound } from '../../rounds/queries.ts'
import { listTemplateNames } from '../../templates/queries.ts'
import { listDescribed } from './list-described.ts'
import { findImportOfFile, listTab, type PreviewRecord } from './queries.ts'
import { countsOf, recipientsOf } from './totals.ts'

const FIRST_ROWS = 50

/** @param touched the rows that a change touched; without, the first ones */
export async function describePreview(
  deps: Deps,
  preview: PreviewRecord,
  touched?: PreviewRow[],
): Promise<Preview> {
  const { db } = deps
  const first = { kind: 'all', page: 1, limit: FIRST_ROWS } as const
  const [mailing, importedBefore, rows] = await Promise.all([
    describeMailing(deps, preview),
    findImportOfFile(db, preview.file_hash),
    touched ?? listTab(db, preview.id, first).then((rows) => listDescribed(db, preview, rows)),
  ])
  return {
    ...preview,
    previewId: preview.id,
    headerRow: preview.header_row,
    counts: countsOf(preview),
    recipients: recipientsOf(preview),
    ...mailing,
    importedBefore: importedBefore ?? null,
    rows,
  }
}

/** The emails that an import would send, with the letter of the round or of each client's group. */
async function describeMailing({ db, config, now }: Deps, preview: PreviewRecord) {
  const [open, templates] = await Promise.all([findOpenRound(db), listTemplateNames(db)])
  const counts = open?.template_id ? { [open.template_id]: recipientsOf(preview) } : preview.letters
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  const letters = Object.entries(counts)
    .filter(([, recipients]) => recipients > 0)
    .map(([id, recipients]) => ({ template_id: id, name: names.get(id) ?? id, recipients }))
  return {
    letters: letters.toSorted((a, b) => b.recipients - a.recipients),
    round: { id: open?.id ?? null, name: open?.name ?? monthlyName(config, now()) },
  }
}
