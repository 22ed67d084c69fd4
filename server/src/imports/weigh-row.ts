import { ADDRESS_FIELDS, COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import { differingFields, sameValue } from '@attest/contract/same-value'
import type { Correction } from '../answers/queries.ts'
import { pick } from '../history/queries.ts'
import type { KnownClient } from './queries.ts'

export type Field = (typeof COMPARED_FIELDS)[number]

/**
 * The row's changes to a known client. Another notation of the stored value changes nothing.
 *
 * `kept`: fields in which the client's own correction stays. The row still shows what the client has replaced, so the
 * list is older. `replaced`: fields in which the office's newer value replaces the client's own correction.
 * @param corrections the oldest first
 */
export function weighRow(
  before: KnownClient,
  row: ClientInput,
  corrections: readonly Correction[],
): { after: ClientInput; kept: Field[]; replaced: Field[] } {
  const differing = differingFields(before, row, COMPARED_FIELDS)
  const own = differing.filter((field) => isOwn(field, before, corrections))
  const older = own.filter((field) => isReplaced(field, row, corrections))
  const isMoved = differing.some((field) => isAddress(field) && !older.includes(field))
  const kept = isMoved ? older.filter((field) => !isAddress(field)) : older
  const written = differing.filter((field) => !kept.includes(field))
  const same = COMPARED_FIELDS.filter((field) => field in row && !written.includes(field))
  return {
    after: { ...row, ...(pick(before, same) as Partial<ClientInput>) },
    kept,
    replaced: own.filter((field) => written.includes(field)),
  }
}

const isAddress = (field: Field) => ADDRESS_FIELDS.includes(field)

/** Whether the stored value is the client's own correction. */
function isOwn(field: Field, before: KnownClient, corrections: readonly Correction[]): boolean {
  const last = corrections.findLast(({ old }) => field in old)
  return last !== undefined && sameValue(field, last.new[field], before[field], before.country)
}

const isReplaced = (field: Field, row: ClientInput, corrections: readonly Correction[]) =>
  corrections.some(
    ({ old }) =>
      field in old && sameValue(field, old[field], row[field as keyof ClientInput], row.country),
  )
