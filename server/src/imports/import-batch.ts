import type { RejectedRow } from '@attest/contract/imports'
import { MOST_CHOICES } from '@attest/contract/own-column-calls'
import type { OwnColumn } from '@attest/contract/own-columns'
import { excuseClient } from '../clients/excuse-client.ts'
import { type Mail, routeMail } from '../clients/mail-address.ts'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters } from '../db/transact.ts'
import type { Author, ChangeInput } from '../history/queries.ts'
import * as history from '../history/queries.ts'
import { insertImported, updateImported } from '../records/clients.ts'
import { addImportChanges, type ImportChange } from '../records/import-changes.ts'
import { updateOwnColumn } from '../records/own-columns.ts'
import { planEach, type RowRules, type RowsByNumber, type Stored } from './plan-row.ts'
import type { KnownClient } from './queries.ts'
import * as queries from './queries.ts'
import { excuseOf } from './sheet/do-not-email.ts'
import type { SheetRow } from './sheet/table.ts'
import { readStored, withPresentNumbers } from './stored.ts'
import type { ImportedClient } from './weigh-row.ts'

/** Another process continued or ended this import. */
export class ImportTaken extends Error {}

export interface BatchContext {
  importId: string
  from: number
  author: Author
  incomplete: boolean
  send: boolean
  leaseUntil: string
  seen: RowsByNumber
}

/** Writes rows, history and counts. Returns the client numbers that the batch used. Throws ImportTaken. */
export async function importBatch(tx: Tx, sheetRows: SheetRow[], context: BatchContext) {
  const { importId, from, author, incomplete, send, leaseUntil } = context
  await lockBulkWriters(tx)
  const rows = await withPresentNumbers(tx, sheetRows)
  const stored = await readStored(tx, rows, queries.lockByNumbers)
  const plan = await planRows(rows, context.seen, stored, { incomplete, unasked: send })
  // First: another process must not write the same rows.
  const counts = {
    done_rows: rows.length,
    created: plan.created.length,
    updated: plan.updated.length,
    unchanged: plan.unchanged.length + plan.repeated,
    kept: plan.kept,
    rejected: plan.rejected.length,
  }
  if (!(await queries.addCounts(tx, importId, counts, { from, leaseUntil })))
    throw new ImportTaken()

  await addChoices(tx, stored.own, plan)
  const inserted = await insertImported(tx, plan.created, author.at)
  await history.recordChanges(tx, author, creations(plan, inserted))
  await correctClients(tx, plan.updated, author, plan.taken)
  for (const { id, row, damage } of plan.unwanted)
    await excuseClient(tx, author, id, excuseOf(damage), row)
  await addImportChanges(tx, importId, written(plan, inserted))
  await queries.addRejections(tx, importId, plan.rejected)
  const touched = [...plan.updated.map(({ before }) => before), ...plan.unchanged, ...inserted]
  const touchedIds = touched.map(({ id }) => id)
  await queries.addImported(tx, importId, touchedIds)
  return plan.taken
}

/** An unknown text in a column of choices becomes one of them. */
async function addChoices(tx: Tx, columns: readonly OwnColumn[], { created, updated }: Plan) {
  for (const { id, choices } of columns.filter(({ kind }) => kind === 'choice')) {
    const texts = new Set(choices)
    const written = [
      ...created,
      ...updated
        .filter(({ before, after }) => after.own[id] !== before.own[id])
        .map(({ after }) => after),
    ]
    for (const { own } of written) if (own[id] && texts.size < MOST_CHOICES) texts.add(own[id])
    if (texts.size > choices.length)
      await updateOwnColumn(tx, id, { choices: JSON.stringify([...texts]) })
  }
}

function creations(
  { created, taken }: Plan,
  inserted: { id: number; client_number: string }[],
): ChangeInput[] {
  const ids = new Map(inserted.map(({ id, client_number }) => [client_number, id]))
  return created.map((client) => ({
    client_id: ids.get(client.client_number)!,
    action: 'created',
    before: null,
    after: history.pickAll({ ...client, status: 'pending' }),
    row: taken.get(client.client_number)?.row,
  }))
}

const written = ({ updated, unwanted }: Plan, inserted: { id: number }[]): ImportChange[] => [
  ...inserted.map(({ id }) => ({ client_id: id })),
  ...unwanted.map(({ id, damage }) => {
    return { client_id: id, field: 'excused_reason', new: excuseOf(damage).reason }
  }),
  ...updated.flatMap(({ before, after }) =>
    history.changedFields(before, after).map((field) => ({
      client_id: before.id,
      field,
      old: history.pick(before, [field])[field],
      new: history.pick(after, [field])[field],
      ...(field === 'email' && { mail_to: before.mail_to, mail_to_by: before.mail_to_by }),
    })),
  ),
]

interface Plan {
  created: ImportedClient[]
  updated: { before: KnownClient; after: ImportedClient }[]
  unchanged: KnownClient[]
  kept: number
  rejected: RejectedRow[]
  /** Clients on file whose rows say that they have died, or want no email. */
  unwanted: { id: number; row: number; damage: string }[]
  /** Rows equal to an earlier one. */
  repeated: number
  taken: RowsByNumber
}

/** @param seen the row of each client number seen in earlier batches of this file */
async function planRows(
  rows: readonly SheetRow[],
  seen: RowsByNumber,
  stored: Stored,
  rules: RowRules,
): Promise<Plan> {
  const plan: Plan = {
    created: [],
    updated: [],
    unchanged: [],
    kept: 0,
    rejected: [],
    unwanted: [],
    repeated: 0,
    taken: new Map(),
  }
  const numbers = { seen, taken: plan.taken }
  for await (const { row, plan: each } of planEach(rows, numbers, stored, rules)) {
    if (each.kind === 'repeated') plan.repeated++
    else if (each.kind === 'rejected') {
      const client_number = shortened(row.cells.client_number ?? '')
      plan.rejected.push({ row: row.row, client_number, reason: shortened(each.reason) })
      const { before } = each
      if (row.damage && before && !before.excused_reason)
        plan.unwanted.push({ id: before.id, row: row.row, damage: row.damage })
    } else if (each.kind === 'created') plan.created.push(each.after)
    else {
      if (each.kept.length > 0) plan.kept++
      if (each.kind === 'changed') plan.updated.push(each)
      else plan.unchanged.push(each.before)
    }
  }
  return plan
}

/** A cell, which a reason quotes, can hold a whole letter. */
const MAX_SHOWN = 200
const shortened = (text: string) =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text

export interface Correction {
  before: Omit<KnownClient, 'excused_reason' | 'disputed_at' | 'reported' | 'bounced_to'>
  after: ImportedClient
  /** For an undo: the address that gets mail again. */
  mail?: Mail | undefined
}

/** Writes the clients with their history. @param rows missing for an undo */
export async function correctClients(
  tx: Tx,
  corrected: Correction[],
  author: Author,
  rows?: RowsByNumber,
) {
  const written = corrected.map(({ before, after: { email, ...rest }, mail }) => {
    const act = mail
      ? { by: 'return' as const, email, mail, at: author.at }
      : { by: 'office' as const, email }
    return { ...rest, email, ...routeMail(before, act) }
  })
  await updateImported(tx, written, author.at)
  const changes = corrected.map(({ before, after }) => {
    const fields = history.changedFields(before, after)
    return {
      client_id: before.id,
      action: 'updated' as const,
      before: history.pick(before, fields),
      after: history.pick(after, fields),
      row: rows?.get(after.client_number)?.row,
    }
  })
  await history.recordChanges(tx, author, changes)
}
