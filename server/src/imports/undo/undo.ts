import { mayBeNull } from '@attest/contract/client-fields'
import type { Query } from '@attest/contract/endpoint'
import type { getUndo, UndoRow } from '@attest/contract/import-undo'
import { isOwnField, ownIdOf } from '@attest/contract/own-columns'
import { deleteLocked } from '../../clients/delete-clients.ts'
import { excuseClient } from '../../clients/excuse-client.ts'
import type { Mail } from '../../clients/mail-address.ts'
import type { Tx } from '../../db/schema.ts'
import { lockBulkWriters, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../history/queries.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { logEvent } from '../../identity/security-log/queries.ts'
import { countMessages } from '../../mailings/queries.ts'
import { type ClientRecord, lockClients } from '../../records/clients.ts'
import { settleRows } from '../../records/import-changes.ts'
import { type Correction, correctClients, ImportTaken } from '../import-batch.ts'
import { addCounts, beginUndo, endImport, findImport, type ImportRecord } from '../queries.ts'
import type { PlannedRow } from './queries.ts'
import * as queries from './queries.ts'

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
      undo_total: await queries.countClients(tx, importId),
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
  const counts = await queries.countPlanned(bulkDb, importId)
  const { removed, restored, kept, undone_rows, kept_rows, ...reasons } = counts
  const unsent = mailing_id === null ? 0 : (await countMessages(db, mailing_id)).waiting
  return {
    removed,
    restored,
    kept,
    reasons,
    unsent,
    rows: await queries.listPlanned(bulkDb, importId, query),
    total: query.kind === 'kept' ? kept_rows : undone_rows,
  }
}

const BATCH = 1000

interface BatchContext {
  importId: string
  after: number
  author: Author
  leaseUntil: string
}

/** Undoes the next clients. Returns the last one, or undefined once the undo has ended. Throws ImportTaken. */
export async function undoBatch(
  tx: Tx,
  { importId, after, author, leaseUntil }: BatchContext,
): Promise<number | undefined> {
  await lockBulkWriters(tx)
  const ids = await queries.nextClients(tx, importId, after, BATCH)
  if (ids.length === 0) {
    const end = { state: 'undone', undone_at: author.at } as const
    if (!(await endImport(tx, importId, end, { state: 'undoing' }))) throw new ImportTaken()
    return undefined
  }
  const clients = await lockClients(tx, ids)
  const rows = await queries.planOf(tx, importId, ids)
  const { removed, restored, marked } = undone(clients, rows)
  if (removed.length > 0) await deleteLocked(tx, removed, author)
  await correctClients(tx, restored, author)
  for (const id of marked) await excuseClient(tx, author, id, null)
  await settleRows(tx, importId, rows)
  const kept = rows.filter(({ reason }) => reason !== null && reason !== 'deleted')
  const counts = {
    undo_done: ids.length,
    undo_removed: removed.length,
    undo_restored: new Set([...restored.map(({ before }) => before.id), ...marked]).size,
    undo_kept: new Set(kept.map(({ client_id }) => client_id)).size,
  }
  if (!(await addCounts(tx, importId, counts, { leaseUntil }))) throw new ImportTaken()
  return ids.at(-1)
}

function undone(clients: ClientRecord[], rows: PlannedRow[]) {
  const removed: ClientRecord[] = []
  const restored: Correction[] = []
  const planned = rows.filter(({ reason }) => reason === null)
  const isMark = ({ field }: PlannedRow) => field === 'excused_reason'
  const others = planned.filter((row) => !isMark(row))
  const byClient = Map.groupBy(others, ({ client_id }) => client_id)
  for (const before of clients) {
    const own = byClient.get(before.id)
    if (own?.some(({ field }) => field === null)) removed.push(before)
    else if (own) restored.push({ before, after: restoredFrom(before, own), mail: mailOf(own) })
  }
  return { removed, restored, marked: planned.filter(isMark).map(({ client_id }) => client_id) }
}

/** The address that got mail before the import changed the email. */
function mailOf(rows: PlannedRow[]): Mail | undefined {
  const { mail_to = null, mail_to_by } = rows.find(({ field }) => field === 'email') ?? {}
  return mail_to !== null && mail_to_by ? { mail_to, mail_to_by } : undefined
}

function restoredFrom(before: ClientRecord, rows: UndoRow[]): ClientRecord {
  const after: ClientRecord = { ...before, own: { ...before.own } }
  for (const { field, old } of rows) {
    if (!field || !isOwnField(field))
      Object.assign(after, { [field ?? '']: mayBeNull(field) ? old : (old ?? '') })
    else if (old === null) delete after.own[ownIdOf(field)]
    else after.own[ownIdOf(field)] = old
  }
  return after
}
