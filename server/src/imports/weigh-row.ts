import { ADDRESS_FIELDS, COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import type { OwnValues } from '@attest/contract/own-columns'
import { differingFields, sameValue } from '@attest/contract/same-value'
import { pick } from '../history/queries.ts'
import type { Answer } from '../records/answers.ts'
import type { KnownClient } from './queries.ts'

export type ImportedClient = ClientInput & { own: OwnValues }

export type Field = (typeof COMPARED_FIELDS)[number]

/**
 * The row's changes to a known client. Another notation of the stored value changes nothing.
 *
 * `kept`: fields in which the row still shows what the client has replaced, so the list is older, even if the office has
 * changed the correction since. `replaced`: fields in which the office's newer value replaces the client's own correction.
 * @param answers the oldest first
 */
export function weighRow(
  before: KnownClient,
  row: ImportedClient,
  answers: readonly Answer[],
): { after: ImportedClient; kept: Field[]; replaced: Field[] } {
  const differing = differingFields(before, row, COMPARED_FIELDS)
  const isOldPlace = answers.some((answer) => isPlaceBefore(answer, row))
  const older = differing.filter(
    (field) =>
      isReplaced(field, row, answers) ||
      (isAddress(field) && isOldPlace) ||
      (isOwn(field, before, answers) && isSame(field, row, before[field], true)),
  )
  const isMoved = differing.some((field) => isAddress(field) && !older.includes(field))
  const kept = isMoved ? older.filter((field) => !isAddress(field)) : older
  const written = differing.filter((field) => !kept.includes(field))
  const same = COMPARED_FIELDS.filter((field) => field in row && !written.includes(field))
  return {
    after: { ...row, ...(pick(before, same) as Partial<ClientInput>) },
    kept,
    replaced: written.filter((field) => isOwn(field, before, answers)),
  }
}

const PLACE = ADDRESS_FIELDS as readonly Field[]
const isAddress = (field: Field) => PLACE.includes(field)

/** Whether the stored value is the client's own correction: the last one of either half of a merge. */
function isOwn(field: Field, before: KnownClient, answers: readonly Answer[]): boolean {
  const inField = answers.filter(({ old }) => field in old)
  const last = new Map(inField.map((answer) => [answer.client_id, answer]))
  return [...last.values()].some((answer) =>
    sameValue(field, answer.new[field], before[field], before.country),
  )
}

/** A list may have them in columns of their own, which an older import or the client's correction leaves out. */
const ADDED: Partial<Record<Field, RegExp>> = {
  last_name: / (?:[js]r|i{2,3}|iv)\.?$/i,
  phone_number: /;ext=\d+$/,
  alt_number: /;ext=\d+$/,
}

const isReplaced = (field: Field, row: ClientInput, answers: readonly Answer[]) =>
  answers.some(
    ({ old }) =>
      field in old && (isSame(field, row, old[field]) || isSame(field, row, old[field], true)),
  )

/** Whether the row has the whole address from before a correction, also the parts that it left as they were. */
const isPlaceBefore = ({ old, new: given }: Answer, row: ClientInput) =>
  PLACE.some((field) => field in old) &&
  PLACE.every((field) => isSame(field, row, old[field] ?? given[field]))

function isSame(field: Field, row: ClientInput, other?: string | null, isBare = false): boolean {
  const text = row[field as keyof ClientInput] ?? ''
  const read = isBare ? text.replace(ADDED[field] ?? '', '') : text
  return sameValue(field, other, read, row.country)
}
