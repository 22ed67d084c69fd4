import { RowsByNumber } from '../rows-by-number.ts'
import { cellsOf, type Given, type TwinOf } from './plan-preview.ts'
import type { RowRecord } from './queries.ts'

/** Finds rows of the same person while a file is read. */
export function twinsOfFile(): TwinOf {
  const firsts = new RowsByNumber()
  return (given) => {
    const key = personKey(given)
    if (key === undefined) return undefined
    const first = firsts.get(key)?.row
    if (first === undefined) firsts.set(key, { row: given.row, mark: 0 })
    return first
  }
}

/** The name and the email. Without an email, the name, the address and the phone: a father and a son share some. */
function personKey(given: Given): string | undefined {
  const { first_name = '', last_name = '', email, address, phone_number = '' } = cellsOf(given)
  const where = email || (address && `${address} ${phone_number}`)
  // Sheets may have the names in either order.
  const name = [first_name, last_name].sort().join(' ').trim()
  return name && where ? `${name} ${where}`.toLowerCase() : undefined
}

/** Of all rows in order. @param persons the first rows that others are like */
export function twinsAgain(persons: ReadonlySet<number>): TwinOf {
  const firsts = new Map<number, number>()
  return ({ row, person }) => {
    const key = person ?? row
    const first = firsts.get(key)
    if (first === undefined && persons.has(key)) firsts.set(key, row)
    return first
  }
}

/** Of some rows. @param firsts for each person, the first row that the import would write */
export const twinsAmong =
  (firsts: ReadonlyMap<number, RowRecord>): TwinOf =>
  ({ row, person }) => {
    const first = person === null ? undefined : firsts.get(person)?.row
    return first !== undefined && first < row ? first : undefined
  }
