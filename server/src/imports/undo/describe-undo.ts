import type { getUndo } from '@attest/contract/import-undo'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { countMessages } from '../../mailings/queries.ts'
import { findImport } from '../queries.ts'
import { countPlanned, listPlanned } from './queries.ts'

type Query = z.output<(typeof getUndo)['query']>

/** @throws Refusal 404 */
export async function describeUndo({ db, bulkDb }: Deps, importId: string, query: Query) {
  const { mailing_id } = (await findImport(db, importId)) ?? notFound('Import')
  const { removed, restored, kept, ...reasons } = await countPlanned(bulkDb, importId)
  const unsent = mailing_id === null ? 0 : (await countMessages(db, mailing_id)).waiting
  return {
    removed,
    restored,
    kept,
    reasons,
    unsent,
    ...(await listPlanned(bulkDb, importId, query)),
  }
}
