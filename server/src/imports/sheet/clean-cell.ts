import { tidyLines, tidyNumber, tidyText, tidyZip } from '@attest/contract/tidy'
import type { ClientField } from './client-fields.ts'

/** Placeholders for unknown values; `#…` is a failed formula. */
const NOTHING = /^(?:n\/a|-+|–|—|#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!))$/i

/** The guard that exports put before a formula. */
const GUARD = /^'(?=[=+\-@\t\r\n])/

/** ="02134" keeps a spreadsheet from reading a text as a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

export function cleanCell(field: ClientField, raw: string): string {
  if (raw === '') return ''
  const text = tidyOf(field)(unwrapped(raw))
  return NOTHING.test(text) ? '' : text
}

/** Tidies like the forms, and repairs what spreadsheets do to zip codes. */
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

/** One line without invisible characters, in composed form. */
export const cleanText = (raw: string): string => (raw === '' ? '' : tidyText(unwrapped(raw)))

const unwrapped = (raw: string) => raw.replace(TEXT_FORMULA, unquote).replace(GUARD, '')

const unquote = (_: string, inner: string) => inner.replaceAll('""', '"')

/** Five or nine digits without their leading zeros; fewer is a mistake. */
const SHORTENED = /^(?:[1-9]\d{3}|501|544|[6-9]\d{2})(?=\W*(?:\d{4})?$)/

/** Removes a number's decimals and restores its lost zeros. */
const cleanZip = (raw: string): string =>
  tidyZip(tidyNumber(raw).replace(SHORTENED, (digits) => digits.padStart(5, '0')))
