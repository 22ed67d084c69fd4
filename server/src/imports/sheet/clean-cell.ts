import { tidyLines, tidyNumber, tidyText, tidyZip } from '@attest/contract/tidy'
import type { ClientField } from './client-fields.ts'

/** What stands in a cell where nothing is known; `#…` is how a spreadsheet writes a failed formula. */
const NOTHING = /^(?:n\/a|-+|–|—|#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!))$/i

/** A quote before a formula's first character: an export's guard, which is not part of the text. */
const GUARD = /^'(?=[=+\-@\t\r\n])/

/** ="02134": how programs keep a spreadsheet from taking a text in a CSV file for a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** What a cell says, as a field of a client takes it; '' for an empty one. */
export function cleanCell(field: ClientField, raw: string): string {
  const text = tidyOf(field)(unwrapped(raw))
  return NOTHING.test(text) ? '' : text
}

/** As the forms do it, but for what only a spreadsheet does to a zip code. */
function tidyOf(field: ClientField): (raw: string) => string {
  switch (field) {
    case 'address':
      return tidyLines
    case 'zip_code':
      return cleanZip
    case 'client_number':
    case 'phone_number':
    case 'alt_number':
      return tidyNumber
    default:
      return tidyText
  }
}

/** One line without what cannot be seen, composed as people type it. */
export const cleanText = (raw: string): string => tidyText(unwrapped(raw))

const unwrapped = (raw: string) => raw.replace(TEXT_FORMULA, unquote).replace(GUARD, '')

const unquote = (_: string, inner: string) => inner.replaceAll('""', '"')

/** What is left of five digits, or of nine, when a spreadsheet took the zeros; a shorter number is a mistake. */
const SHORTENED = /^(?:[1-9]\d{3}|501|544|[6-9]\d{2})(?=\W*(?:\d{4})?$)/

/** Also without the decimals of a number, and with the zeros that a number lost. */
const cleanZip = (raw: string): string =>
  tidyZip(tidyNumber(raw).replace(SHORTENED, (digits) => digits.padStart(5, '0')))
