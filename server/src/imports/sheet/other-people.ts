import type { Meaning, Slot } from './column-headers.ts'

const NAMES: readonly Slot[] = ['first_name', 'last_name', 'whole_name']

/** Columns of other persons, and “Contact 2”. */
const SOMEBODY =
  /\b(?:spouse|partner|husband|wife|emergency|next of kin|beneficiary|guardian|parent|mother|father|child|son|daughter|attorney|lawyer|assistant|manager|secretary|employer|trustee|executor|agent|co-?(?:client|applicant|borrower|owner)|(?:contact|person|client|name) ?#?[2-9]|(?:second|secondary|other|alternate|additional) (?:contact|person|client|name)|(?:referred|introduced) by|opposing party)\b/i

/**
 * The position of the column that begins another person: a second heading of a number or a name, or one that says so.
 * Infinity without one.
 */
export function endOfPerson(
  headers: readonly string[],
  meanings: readonly (Meaning | undefined)[],
): number {
  const seen = new Set<Slot>()
  let isNamed = false
  for (const [position, header] of headers.entries()) {
    const slot = meanings[position]?.slot
    const isAgain =
      slot === 'whole_name' ||
      (slot && seen.has(slot) && [...NAMES, 'client_number'].includes(slot))
    if (isNamed && (isAgain || (!slot && SOMEBODY.test(header.replaceAll('_', ' ')))))
      return position
    if (!slot) continue
    seen.add(slot)
    isNamed ||= NAMES.includes(slot)
  }
  return Number.POSITIVE_INFINITY
}
