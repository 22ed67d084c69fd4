import { type ClientInput, COMPARED_FIELDS } from '@attest/contract/clients'
import type { RejectedRow } from '@attest/contract/imports'
import type { Correction } from '../answers/queries.ts'
import type { ClientRecord } from '../clients/queries.ts'
import { changedFields, pick } from '../history/queries.ts'
import { findTemplate } from './find-template.ts'
import { keptFields } from './kept-fields.ts'
import { anotherPerson, likeness, notNew } from './mistaken-number.ts'
import { checkClient } from './read-row.ts'
import type { SheetRow } from './sheet/table.ts'

export interface Plan {
  created: ClientInput[]
  updated: { before: ClientRecord; after: ClientInput }[]
  unchanged: ClientRecord[]
  /** Clients who keep a correction of their own. */
  kept: number
  rejected: RejectedRow[]
  taken: Map<string, number>
}

export interface Stored {
  known: ReadonlyMap<string, ClientRecord>
  corrections: ReadonlyMap<number, Correction[]>
  /** By likeness; grows with the clients created. */
  alike: Map<string, string>
  templates: { id: string; name: string }[]
}

/**
 * Decides about each row without touching the database.
 * @param seen the row of each client number seen in this file
 */
export function planRows(
  rows: readonly SheetRow[],
  seen: ReadonlyMap<string, number>,
  stored: Stored,
): Plan {
  const plan: Plan = {
    created: [],
    updated: [],
    unchanged: [],
    kept: 0,
    rejected: [],
    taken: new Map(),
  }
  for (const { row, cells, damage } of rows) {
    const number = cells.client_number ?? ''
    const reason = damage ?? takenBefore(number, plan.taken, seen) ?? planRow(plan, cells, stored)
    if (reason)
      plan.rejected.push({ row, client_number: shortened(number), reason: shortened(reason) })
    else plan.taken.set(number, row)
  }
  return plan
}

/** A cell, which a reason quotes, can hold a whole letter. */
const MAX_SHOWN = 200
const shortened = (text: string) =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text

function takenBefore(number: string, taken: Plan['taken'], seen: ReadonlyMap<string, number>) {
  const row = taken.get(number) ?? seen.get(number)
  return row && `Row ${row} already has client number ${number}`
}

/** Adds one row to the plan, or returns the reason why it is rejected. */
function planRow(plan: Plan, cells: SheetRow['cells'], stored: Stored): string | undefined {
  const { group_template: group, ...rest } = filled(cells)
  const template = group ? findTemplate(stored.templates, group) : undefined
  if (template?.reason) return template.reason
  const before = stored.known.get(cells.client_number ?? '')
  const { client, reason } = checkClient({
    ...(before ? merge(before, rest) : rest),
    ...(template && { group_template: template.id }),
  })
  if (!client) return reason
  return before ? planKnown(plan, before, client, stored) : planNew(plan, client, stored)
}

function merge(before: ClientRecord, row: SheetRow['cells']) {
  const { phone_number, ...rest } = row
  // “Mobile” fills an empty “Phone”; here it is the known alternate number.
  const standsIn = phone_number === before.alt_number && !rest.alt_number
  return { ...pick(before, COMPARED_FIELDS), ...(standsIn ? rest : row) }
}

function planKnown(
  plan: Plan,
  before: ClientRecord,
  row: ClientInput,
  { corrections }: Stored,
): string | undefined {
  const kept = keptFields(before, row, corrections.get(before.id) ?? [])
  const after = { ...row, ...(pick(before, kept) as Partial<ClientInput>) }
  const mistaken = anotherPerson(before, after)
  if (mistaken) return mistaken
  if (kept.length > 0) plan.kept++
  if (changedFields(before, after).length > 0) plan.updated.push({ before, after })
  else plan.unchanged.push(before)
  return undefined
}

function planNew(plan: Plan, client: ClientInput, { alike }: Stored): string | undefined {
  const number = client.client_number
  const known = alike.get(likeness(number))
  if (known !== undefined) return notNew(number, known)
  alike.set(likeness(number), number)
  plan.created.push(client)
  return undefined
}

const filled = (cells: SheetRow['cells']): SheetRow['cells'] =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text))
