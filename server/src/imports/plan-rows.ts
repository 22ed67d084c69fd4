import type { ClientInput } from '@attest/contract/clients'
import type { RejectedRow } from '@attest/contract/imports'
import { planEach, type RowRules, type Stored } from './plan-row.ts'
import type { KnownClient } from './queries.ts'
import type { RowsByNumber, Taken } from './rows-by-number.ts'
import type { SheetRow } from './sheet/table.ts'

export interface Plan {
  created: ClientInput[]
  updated: { before: KnownClient; after: ClientInput }[]
  unchanged: KnownClient[]
  kept: number
  rejected: RejectedRow[]
  /** Rows equal to an earlier one. */
  repeated: number
  taken: Map<string, Taken>
}

/** @param seen the row of each client number seen in earlier batches of this file */
export async function planRows(
  rows: readonly SheetRow[],
  seen: Pick<RowsByNumber, 'get'>,
  stored: Stored,
  rules: RowRules,
): Promise<Plan> {
  const plan: Plan = {
    created: [],
    updated: [],
    unchanged: [],
    kept: 0,
    rejected: [],
    repeated: 0,
    taken: new Map(),
  }
  const numbers = { seen, taken: plan.taken }
  for await (const { row, plan: each } of planEach(rows, numbers, stored, rules)) {
    if (each.kind === 'repeated') plan.repeated++
    else if (each.kind === 'rejected') {
      const client_number = shortened(row.cells.client_number ?? '')
      plan.rejected.push({ row: row.row, client_number, reason: shortened(each.reason) })
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
