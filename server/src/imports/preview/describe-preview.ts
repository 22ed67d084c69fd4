import type { Preview, PreviewRow } from '@attest/contract/import-previews'
import type { Deps } from '../../deps.ts'
import { monthlyName } from '../../rounds/open-round.ts'
import { listRoundRecords } from '../../rounds/queries.ts'
import { listTemplateNames } from '../../templates/queries.ts'
import { listDescribed } from './describe-row.ts'
import { findEarlierImport, listTab, type PreviewRecord } from './queries.ts'
import { countsOf, recipientsOf } from './totals.ts'

const FIRST_ROWS = 50

export async function readContext({ db }: Pick<Deps, 'db'>, previewId: string) {
  const [rounds, templates, importedBefore] = await Promise.all([
    listRoundRecords(db),
    listTemplateNames(db),
    findEarlierImport(db, previewId),
  ])
  return { rounds, templates, importedBefore }
}

type Context = Awaited<ReturnType<typeof readContext>>

export async function listFirstRows({ db }: Pick<Deps, 'db'>, preview: PreviewRecord) {
  const rows = await listTab(db, preview.id, { kind: 'all', page: 1, limit: FIRST_ROWS })
  return listDescribed(db, preview, rows)
}

export function describePreview(
  deps: Pick<Deps, 'config' | 'now'>,
  preview: PreviewRecord,
  context: Context,
  rows: PreviewRow[],
): Preview {
  return {
    ...preview,
    previewId: preview.id,
    headerRow: preview.header_row,
    includeHidden: preview.include_hidden,
    counts: countsOf(preview),
    recipients: recipientsOf(preview),
    ...describeMailing(deps, preview, context),
    importedBefore: context.importedBefore ?? null,
    rows,
  }
}

/** The emails that an import would send, with the letter of the round or of each client's group. */
function describeMailing(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  preview: PreviewRecord,
  { rounds, templates }: Context,
) {
  const open = rounds.find(({ closed_at }) => closed_at === null)
  const counts = open?.template_id ? { [open.template_id]: recipientsOf(preview) } : preview.letters
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  const letters = Object.entries(counts)
    .filter(([, recipients]) => recipients > 0)
    .map(([id, recipients]) => ({ template_id: id, name: names.get(id) ?? id, recipients }))
  return {
    letters: letters.toSorted((a, b) => b.recipients - a.recipients),
    round: { id: open?.id ?? null, name: open?.name ?? monthlyName(rounds, config, now()) },
  }
}
