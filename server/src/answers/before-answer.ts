import { ADDRESS_FIELDS, COMPARED_FIELDS } from '@attest/contract/client-fields'
import { differingFields } from '@attest/contract/same-value'
import type { Selectable } from 'kysely'
import type { AnswerRow } from '../db/schema.ts'

type Field = (typeof COMPARED_FIELDS)[number]
type Values = Partial<Record<Field, string | null>>
export type Answered = Pick<Selectable<AnswerRow>, 'old' | 'new'>

export const changedBy = ({ old }: Pick<Answered, 'old'>): Field[] =>
  COMPARED_FIELDS.filter((field) => field in old)

/** Fields that still have the answer's value; of an address all or none. */
export function currentFields(client: Values, answer: Answered): Field[] {
  const fields = changedBy(answer)
  const changed = differingFields(client, answer.new, fields)
  const isMoved = changed.some((field) => ADDRESS_FIELDS.includes(field))
  return fields.filter((f) => !changed.includes(f) && !(isMoved && ADDRESS_FIELDS.includes(f)))
}

/** The client with the values before the answer, in each field that still has the answer's. */
export const beforeAnswer = <C extends Values>(client: C, answer: Answered): C => ({
  ...client,
  ...Object.fromEntries(
    currentFields(client, answer).map((field) => [field, answer.old[field] ?? '']),
  ),
})
