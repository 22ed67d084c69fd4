import type { Query } from '@attest/contract/endpoint'
import type { getUndo } from '@attest/contract/import-undo'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { countMessages } from '../../mailings/queries.ts'
import { findImport } from '../queries.ts'
import { countPlanned, listPlanned } from './queries.ts'

export async function describeUndo(
  { db, bulkDb }: Deps,
  importId: string,
  query: Query<typeof getUndo>,
) {
  const { mailing_id } = (await findImport(db, importId)) ?? notFound('Import')
  const counts = await countPlanned(bulkDb, importId)
  const { removed, restored, kept, undone_rows, kept_rows, ...reasons } = counts
  const unsent = mailing_id === null ? 0 : (await countMessages(db, mailing_id)).waiting
  return {
    removed,
    restored,
    kept,
    reasons,
    unsent,
    rows: await listPlanned(bulkDb, importId, query),
    total: query.kind === 'kept' ? kept_rows : undone_rows,
  }
}
