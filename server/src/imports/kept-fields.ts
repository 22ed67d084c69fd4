import { ADDRESS_FIELDS, type ClientInput } from '@attest/contract/clients'
import type { Correction } from '../answers/queries.ts'
import { changedFields, pick } from '../history/queries.ts'
import type { KnownClient } from './queries.ts'

export type Field = ReturnType<typeof changedFields>[number]

/**
 * The fields that keep the client's own value. The row still shows what the client has replaced, so the list is older.
 * Any other difference is the office's newer value.
 * @param corrections the oldest first
 */
export function keptFields(
  before: KnownClient,
  row: ClientInput,
  corrections: readonly Correction[],
): Field[] {
  const differing = changedFields(before, row)
  const kept = differing.filter((field) => isReplaced(field, before, row, corrections))
  const isMoved = differing.some((field) => ADDRESS_FIELDS.includes(field) && !kept.includes(field))
  return isMoved ? kept.filter((field) => !ADDRESS_FIELDS.includes(field)) : kept
}

function isReplaced(
  field: Field,
  before: KnownClient,
  row: ClientInput,
  corrections: readonly Correction[],
): boolean {
  const own = corrections.filter(({ old }) => field in old)
  if (own.length === 0 || !isSame(own.at(-1)?.new[field], before[field])) return false
  return own.some(({ old }) => isSame(old[field], pick(row, [field])[field]))
}

const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase()
