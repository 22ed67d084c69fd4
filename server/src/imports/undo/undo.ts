import type { Query } from '@attest/contract/endpoint'
import type { getUndo } from '@attest/contract/import-undo'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { logEvent } from '../../identity/security-log/queries.ts'
import { countMessages } from '../../mailings/queries.ts'
import { beginUndo, findImport, type ImportRecord } from '../queries.ts'
import { countClients, countPlanned, listPlanned } from './queries.ts'

/** The runner then undoes the import. Throws Refusal 404; 409 with the codes of the call. */
export async function startUndo(
  deps: Pick<Deps, 'bulkDb' | 'db' | 'imports' | 'now'>,
  admin: SignedIn,
  importId: string,
): Promise<void> {
  const record = (await findImport(deps.db, importId)) ?? notFound('Import')
  const now = deps.now()
  const begun = await transact(deps.bulkDb, async (tx) => {
    const fields = {
      undone_by: admin.email,
      undo_total: await countClients(tx, importId),
      lease_until: deps.imports.leaseUntil,
    }
    const begun = await beginUndo(tx, importId, fields, now.toISOString())
    if (begun) await logEvent(tx, 'import-undone', admin, now, `${record.file_name} (${importId})`)
    return begun
  })
  if (!begun) refuse((await findImport(deps.db, importId)) ?? notFound('Import'))
  deps.imports.begin(begun)
}

function refuse({ state }: ImportRecord): never {
  const [code, message] =
    state === 'running'
      ? ['import_running', 'This import still runs. Cancel it first, or wait until it has ended.']
      : state === 'undoing' || state === 'undone'
        ? ['import_undone', 'This import has been undone already.']
        : ['undo_expired', 'This import can no longer be undone.']
  throw new Refusal(409, message, { code })
}

export async function describeUndo(
  { db, bulkDb }: Pick<Deps, 'bulkDb' | 'db'>,
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
