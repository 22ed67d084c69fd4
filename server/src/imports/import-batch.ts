import { COMPARED_FIELDS } from '@attest/contract/clients'
import { isSameAddress } from '@attest/contract/fields'
import type { RefusedRow } from '@attest/contract/imports'
import type { ClientRecord } from '../clients/queries.ts'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters } from '../db/transact.ts'
import {
  type Author,
  type ChangeInput,
  changedFields,
  pick,
  recordChanges,
} from '../history/queries.ts'
import { listTemplateNames } from '../templates/queries.ts'
import { revokeLinks } from '../verification/queries.ts'
import { findTemplate } from './find-template.ts'
import { anotherPerson, likeness, notNew } from './mistaken-number.ts'
import {
  addCounts,
  addRecipients,
  addRefusals,
  type ImportedClient,
  insertImported,
  listAlike,
  lockByNumbers,
  updateImported,
} from './queries.ts'
import { checkClient } from './read-row.ts'
import type { SheetRow } from './table.ts'

/** Another process has gone on with this import, or has ended it. */
export class ImportTaken extends Error {}

export interface BatchContext {
  importId: string
  /** Rows of the sheet dealt with before this batch. */
  from: number
  author: Author
  send: boolean
  leaseUntil: string
  /** The row in which a client number of this file was taken. */
  seen: ReadonlyMap<string, number>
}

/** What becomes of the rows of one batch. */
interface Plan {
  created: ImportedClient[]
  updated: { before: ClientRecord; after: ImportedClient }[]
  unchanged: ClientRecord[]
  refused: RefusedRow[]
  taken: Map<string, number>
}

/**
 * Writes one batch of rows, with its history and its counts; gives the client numbers it took.
 * @throws ImportTaken
 */
export async function importBatch(tx: Tx, rows: SheetRow[], context: BatchContext) {
  const { importId, from, author, send, leaseUntil } = context
  await lockBulkWriters(tx)
  const numbers = rows.map(({ cells }) => cells.client_number ?? '')
  const known = new Map((await lockByNumbers(tx, numbers)).map((row) => [row.client_number, row]))
  const fresh = numbers.filter((number) => number !== '' && !known.has(number))
  const plan = planRows(rows, {
    seen: context.seen,
    known,
    alike: new Map((await listAlike(tx, fresh)).map((number) => [likeness(number), number])),
    templates: await listTemplateNames(tx),
  })
  // First of all: what else is written twice would break a key, and look like another's doing.
  const counts = {
    rows: rows.length,
    created: plan.created.length,
    updated: plan.updated.length,
    unchanged: plan.unchanged.length,
    refused: plan.refused.length,
  }
  if (!(await addCounts(tx, importId, from, counts, leaseUntil))) throw new ImportTaken()

  const inserted = await insertImported(tx, plan.created, author.at)
  await updateImported(
    tx,
    plan.updated.map(({ after }) => after),
    author.at,
  )
  for (const { before, after } of plan.updated) {
    if (!isSameAddress(after.email, before.email))
      await revokeLinks(tx, before.id, before.email, author.at)
  }
  await recordChanges(tx, author, [...creations(plan, inserted), ...corrections(plan)])
  await addRefusals(tx, importId, plan.refused)
  if (send) {
    const touched = [...plan.updated.map(({ before }) => before), ...plan.unchanged, ...inserted]
    await addRecipients(
      tx,
      importId,
      touched.map(({ id }) => id),
    )
  }
  return plan.taken
}

interface Stored {
  seen: BatchContext['seen']
  known: ReadonlyMap<string, ClientRecord>
  /** By likeness, numbers that a new one may be mistaken for. Those created are added. */
  alike: Map<string, string>
  templates: { id: string; name: string }[]
}

/** Decides about each row without touching the database. */
function planRows(rows: SheetRow[], stored: Stored): Plan {
  const plan: Plan = { created: [], updated: [], unchanged: [], refused: [], taken: new Map() }
  for (const { row, cells, damage } of rows) {
    const number = cells.client_number ?? ''
    const reason = damage ?? takenBefore(number, plan, stored) ?? planRow(plan, cells, stored)
    if (reason) plan.refused.push({ row, client_number: number, reason })
    else plan.taken.set(number, row)
  }
  return plan
}

function takenBefore(number: string, { taken }: Plan, { seen }: Stored) {
  const row = taken.get(number) ?? seen.get(number)
  return row && `Client number ${number} stands in row ${row} already`
}

/** Files one row under what becomes of it, or gives the reason why it cannot go in. */
function planRow(plan: Plan, cells: SheetRow['cells'], stored: Stored): string | undefined {
  const { group_template: group, ...rest } = filled(cells)
  const template = group ? findTemplate(stored.templates, group) : undefined
  if (template?.reason) return template.reason
  const before = stored.known.get(cells.client_number ?? '')
  const { client, reason } = checkClient({
    ...(before && pick(before, COMPARED_FIELDS)),
    ...rest,
    ...(template && { group_template: template.id }),
  })
  if (!client) return reason
  if (!before) return planNew(plan, client, stored)
  const mistaken = anotherPerson(before, client)
  if (mistaken) return mistaken
  if (changedFields(before, client).length > 0) plan.updated.push({ before, after: client })
  else plan.unchanged.push(before)
  return undefined
}

function planNew(plan: Plan, client: ImportedClient, { alike }: Stored): string | undefined {
  const number = client.client_number
  const known = alike.get(likeness(number))
  if (known !== undefined) return notNew(number, known)
  alike.set(likeness(number), number)
  plan.created.push(client)
  return undefined
}

/** An empty cell never wipes what is stored. */
const filled = (cells: SheetRow['cells']): SheetRow['cells'] =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text))

function creations(
  { created }: Plan,
  inserted: { id: number; client_number: string }[],
): ChangeInput[] {
  const ids = new Map(inserted.map(({ id, client_number }) => [client_number, id]))
  return created.map((client) => ({
    client_id: ids.get(client.client_number)!,
    action: 'created',
    before: null,
    after: pick({ ...client, status: 'pending' }, COMPARED_FIELDS),
  }))
}

const corrections = ({ updated }: Plan): ChangeInput[] =>
  updated.map(({ before, after }) => {
    const fields = changedFields(before, after)
    return {
      client_id: before.id,
      action: 'updated',
      before: pick(before, fields),
      after: pick(after, fields),
    }
  })
