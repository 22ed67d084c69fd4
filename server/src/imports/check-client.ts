import {
  ADDRESS_FIELDS,
  ASKED_FOR,
  CLIENT_FIELDS,
  type ClientField,
  FIELDS,
  fieldsWhere,
  nameOf,
} from '@attest/contract/client-fields'
import { ClientInput } from '@attest/contract/clients'
import { countryCode } from '@attest/contract/countries'
import { SHEET_COLUMNS } from '@attest/contract/exports'
import { languageCode } from '@attest/contract/languages'
import { parsePhone } from '@attest/contract/parse-phone'
import { stateCode, US } from '@attest/contract/place'
import { MAX_TEXT } from '@attest/contract/tidy'
import * as z from 'zod/mini'

export type ClientCandidate = Partial<Record<ClientField, string | null>>
export type Problems = Partial<Record<ClientField, string>>
export type CheckedClient =
  | { client: ClientInput; missing: ClientField[]; problems?: undefined }
  | { client?: undefined; missing?: undefined; problems: Problems }

const MAX_PROBLEMS = 3

const NUMBERS = fieldsWhere(({ kind }) => ['number', 'phone', 'zip'].includes(kind))

/** U+FFFD replaces bytes that could not be read. Programs that lack a letter write “Mu?oz”. */
const isLost = (text: string, field: string) =>
  text.includes('\uFFFD') ||
  (text.includes('?') && field !== 'email' && /\p{L}\?+\p{L}/u.test(text))

/** A long number in a narrow spreadsheet column: the digits after the sixth are lost. “2E10” is somebody's text. */
const CUT_SHORT = /^\d(?:[.,]\d+e\+?|e\+)\d+$/i

/** A remark in place of a value: a person must decide. */
export const NOBODY =
  /^\W*(?:deceased|(?:do not|don['’]t) (?:contact|e?-?mail|write|send)\b.*)\W*$/i

/** Spreadsheets make such a date of a number like 3-12, and of the unit in an address. */
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DATE = new RegExp(
  `(?<=^|, )(?:\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d.*|\\d{1,2}-${MONTH}(?:-\\d{2,4})?|${MONTH}-\\d{2})$`,
)

/** Cells that may be empty, for a client with one name or one abroad. */
const MAY_BE_EMPTY: Partial<Record<ClientField, string>> = Object.fromEntries(
  fieldsWhere(({ needed }) => needed === 'given' || needed === 'in_us').map((field) => [field, '']),
)

/** Compiled, since that takes a sixth of the time. */
const RULES = z.compile(ClientInput)

/** The client of a row, or what is wrong with it. `mayMiss`: fields that the client can be asked for. */
export function checkClient(
  candidate: ClientCandidate,
  mayMiss: (field: ClientField) => boolean = () => false,
): CheckedClient {
  const damage = damageIn(candidate)
  if (damage) return { problems: damage }
  const country = candidate.country ? countryCode(candidate.country) : US
  if (!country) return { problems: { country: `“${candidate.country}” is not a country` } }
  // The product cannot write in every language of a sheet.
  const language = (candidate.language && languageCode(candidate.language)) || ''
  const missing = ASKED_FOR.filter(
    (field) =>
      !candidate[field]?.trim() && mayMiss(field) && (country === US || !(field in MAY_BE_EMPTY)),
  )
  // The rules check the other values.
  const standIns = Object.fromEntries(missing.map((field) => [field, SHEET_COLUMNS[field].sample]))
  const { address, zip_code } = candidate
  const [place, state = '', zip] = PLACE_AT_END.exec(address ?? '') ?? []
  const conflict = `The address ends with ${place}, but the zip code is ${zip_code}`
  if (country === US && zip_code && stateCode(state) && !zip_code.startsWith(zip!))
    return { problems: { address: conflict } }
  const result = RULES.safeParse({ ...MAY_BE_EMPTY, ...candidate, country, language, ...standIns })
  if (!result.success) return { problems: problemsOf(result.error, candidate) }
  const client = { ...result.data, ...Object.fromEntries(missing.map((field) => [field, ''])) }
  // Other texts stay: the preview suggests what to do, and the client corrects them.
  client.phone_number = parsePhone(client.phone_number, country) ?? client.phone_number
  client.alt_number &&= parsePhone(client.alt_number, country) ?? client.alt_number
  const isReachable = client.email || !missing.some((field) => ADDRESS_FIELDS.includes(field))
  if (isReachable) return { client, missing }
  return { problems: { email: 'An email or a whole postal address is required' } }
}

export const reasonOf = (problems: Problems): string =>
  Object.values(problems).slice(0, MAX_PROBLEMS).join('; ')

function damageIn(candidate: ClientCandidate): Problems | undefined {
  for (const field of CLIENT_FIELDS) {
    const damage = damageOf(field, candidate[field] ?? '')
    if (damage) return { [field]: `${nameOf(field)} ${damage}` }
  }
  for (const [field, text] of Object.entries(candidate)) {
    const lost = `“${text}” has characters that could not be read: save the sheet as UTF-8`
    if (text && isLost(text, field)) return { [field]: lost }
  }
  return undefined
}

function damageOf(field: ClientField, text: string): string | undefined {
  const [date] = DATE.exec(text) ?? []
  if (date) return `“${date}” is a date: show the column as text, and type the value again`
  if (NOBODY.test(text) && FIELDS[field].section !== 'person')
    return `is “${text}”: skip the row, or clear the cell`
  if (/\*.*@/.test(text)) return `“${text}” has letters hidden by asterisks`
  return NUMBERS.includes(field) && CUT_SHORT.test(text)
    ? `“${text}” was cut short by the spreadsheet: show the column as text and save again`
    : undefined
}

const PLACE_AT_END = /\b([a-z]{2})[., ]+(\d{5})(?:-\d{4})?$/i

function problemsOf(error: z.core.$ZodError, candidate: ClientCandidate): Problems {
  const problems: Problems = {}
  for (const issue of error.issues) {
    const field = issue.path[0] as ClientField
    problems[field] ??= problemWith(field, candidate[field] ?? '', issue.message)
  }
  return problems
}

function problemWith(field: ClientField, text: string, message: string): string {
  if (text.trim() === '') return field === 'email' ? 'Email is required' : message
  if (text.length > MAX_TEXT) {
    return `${nameOf(field)} is longer than ${MAX_TEXT} characters`
  }
  if (field === 'email') return `“${text}” is not an email address`
  if (field === 'zip_code') {
    if (/^\d{4}$/.test(text))
      return `“${text}” has 4 digits in your sheet: a zip code has 5, like 02134`
    return `“${text}” is not a zip code: it has 5 digits, like 02134, or 9, like 02134-1234`
  }
  return message
}
