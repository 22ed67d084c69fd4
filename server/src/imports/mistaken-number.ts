import type { ClientRecord } from '../clients/queries.ts'
import type { ImportedClient } from './queries.ts'

const PERSON = ['first_name', 'last_name', 'email'] as const

/**
 * Why a row is not of the client whose number it has. Line numbers (“#”, “No.”) taken for client numbers
 * would put a second list over the people of the first, and a typed-over number one client over another.
 */
export function anotherPerson(before: ClientRecord, after: ImportedClient): string | undefined {
  const same = PERSON.some((field) => before[field].toLowerCase() === after[field].toLowerCase())
  if (same) return undefined
  return `Client number ${before.client_number} belongs to ${before.first_name} ${before.last_name}: first name, last name and email are all different`
}

/** Equal for numbers that a spreadsheet, or a typist, may have made of one another. */
export const likeness = (number: string) =>
  /^\d+$/.test(number) ? number.replace(/^0+/, '') : number.toLowerCase()

/** Why a new number is rather the known one that is like it: created, its client would be there twice. */
export function notNew(number: string, known: string): string {
  const difference = !/^\d+$/.test(number)
    ? 'they differ only in upper and lower case'
    : number.length < known.length
      ? 'the spreadsheet may have taken its zeros'
      : 'they differ only in leading zeros'
  return `Client number ${number} is not known, but ${known} is: ${difference}`
}
