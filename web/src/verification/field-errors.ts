import { MAX_TEXT } from '@attest/contract/tidy'
import {
  DETAIL_FIELDS,
  type DetailName,
  type Details,
  type FieldError,
  type FieldErrors,
} from './details.ts'
import type { Texts } from './texts/en.ts'

/** The server names the fields that are wrong. The page has its own texts, in the client's language. */
export function fieldErrorsIn(fields: Record<string, string> = {}, details: Details): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of DETAIL_FIELDS)
    if (fields[name]) errors[name] = isTooLong(name, details) ? 'too_long' : 'wrong'
  return errors
}

/** An email may be longer than the other texts. */
const isTooLong = (name: DetailName, details: Details) =>
  name !== 'email' && details[name].trim().length > MAX_TEXT

export const errorText = (texts: Texts['fields'], name: DetailName, error?: FieldError) =>
  error && (error === 'too_long' ? texts.tooLong(MAX_TEXT) : texts.corrections[name])
