import { ClientInput } from '@attest/contract/clients'
import { countryCode } from '@attest/contract/countries'
import { US } from '@attest/contract/place'
import { MAX_TEXT } from '@attest/contract/tidy'
import { z } from 'zod'
import { type ClientField, FIELD_LABELS } from './sheet/client-fields.ts'

export type ClientCandidate = Partial<Record<ClientField, string | null>>
export type CheckedClient =
  | { client: ClientInput; reason?: undefined }
  | { client?: undefined; reason: string }

/** More do not fit one line. */
const MAX_PROBLEMS = 3

const NUMBERS = ['client_number', 'phone_number', 'alt_number'] as const

/** U+FFFD replaces bytes that could not be read. */
const LOST = '\uFFFD'

/** A long number in a narrow spreadsheet column: the digits after the sixth are lost. */
const CUT_SHORT = /^\d(\.\d+)?e\+?\d+$/i

/** Cells that may be empty: of a client with one name, or abroad. */
const MAY_BE_EMPTY = { last_name: '', state: '', zip_code: '' }

/** Compiled: a sixth of the time. */
const RULES = z.compile(ClientInput)

export function checkClient(candidate: ClientCandidate): CheckedClient {
  const damage = damageIn(candidate)
  if (damage) return { reason: damage }
  const country = candidate.country ? countryCode(candidate.country) : US
  if (!country) return { reason: `“${candidate.country}” is not a country` }
  const result = RULES.safeParse({ ...MAY_BE_EMPTY, ...candidate, country })
  return result.success ? { client: result.data } : { reason: problemsOf(result.error, candidate) }
}

function damageIn(candidate: ClientCandidate): string | undefined {
  for (const field of NUMBERS) {
    const text = candidate[field]
    if (text && CUT_SHORT.test(text)) {
      return `${FIELD_LABELS[field]} “${text}” was cut short by the spreadsheet: show the column as text and save again`
    }
  }
  for (const text of Object.values(candidate)) {
    if (text?.includes(LOST)) {
      return `“${text}” has characters that could not be read: save the sheet as UTF-8`
    }
  }
  return undefined
}

function problemsOf(error: z.core.$ZodError, candidate: ClientCandidate): string {
  const problems = new Map<ClientField, string>()
  for (const issue of error.issues) {
    const field = issue.path[0] as ClientField
    if (!problems.has(field)) {
      problems.set(field, problemWith(field, candidate[field] ?? '', issue.message))
    }
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS).join('; ')
}

function problemWith(field: ClientField, text: string, message: string): string {
  if (text.trim() === '') return field === 'email' ? 'Email is required' : message
  if (text.length > MAX_TEXT) {
    return `${FIELD_LABELS[field]} is longer than ${MAX_TEXT} characters`
  }
  if (field === 'email') return `“${text}” is not an email address`
  if (field === 'zip_code') {
    return `“${text}” is not a zip code: it has 5 digits, like 02134, or 9, like 02134-1234`
  }
  return message
}
