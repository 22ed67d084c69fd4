import type { ClientInput } from '@attest/contract/clients'
import { fullName } from '@attest/contract/full-name'
import type { KnownClient } from './queries.ts'

const PERSON = ['first_name', 'last_name', 'email'] as const

/** Why a row is not about the client with its number: line numbers (“#”, “No.”) would overwrite other people. */
export function mistakenNumber(before: KnownClient, after: ClientInput): string | undefined {
  const same = PERSON.some((field) => folded(before[field]) === folded(after[field]))
  if (same) return undefined
  return `Client number ${before.client_number} belongs to ${fullName(before)}: first name, last name and email are all different`
}

/** Without case, accents and punctuation. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Equal for numbers that a spreadsheet or a typist may confuse. */
export const likeness = (number: string) =>
  /^\d+$/.test(number) ? number.replace(/^0+/, '') : number.toLowerCase()

/** The reason why a new number is probably a known one: its client would be listed twice. */
export const mistypedNumber = (number: string, known: string) =>
  `Client number ${number} is not known, but ${known} is: they differ only in leading zeros or in case`
