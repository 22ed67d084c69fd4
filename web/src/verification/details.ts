import { DETAIL_FIELDS, type DetailName, FIELDS, formTexts } from '@attest/contract/client-fields'
import { STATES, stateCode, stateName, US } from '@attest/contract/place'
import { MAX_TEXT, tidyZip } from '@attest/contract/tidy'
import type { PublicClient } from '@attest/contract/verification'
import type { Action, DeadLink, Failure, Given, Sent } from './verification-calls.ts'

export type Details = Record<DetailName, string>

export type FieldError = 'wrong' | 'too_long'

export type FieldErrors = Partial<Record<DetailName, FieldError>>

/** The stored record as the form shows it. A state's name becomes its code; an unknown one is left open. */
export const detailsOf = (client: PublicClient): Details => ({
  ...formTexts(client, DETAIL_FIELDS),
  state: client.country === US ? (stateCode(client.state) ?? '') : client.state,
})

export const editedFields = (stored: Details, now: Details): DetailName[] =>
  DETAIL_FIELDS.filter((field) => stored[field].trim() !== now[field].trim())

/** Fields that the office changed to another value than the client sent. */
export const officeChanges = (shown: Details, sent: Details, office: Details): DetailName[] =>
  editedFields(shown, office).filter((field) => editedFields(sent, office).includes(field))

/** Typed values stay. The others take the office's values. */
export const withTyped = (shown: Details, now: Details, office: Details): Details => ({
  ...office,
  ...Object.fromEntries(editedFields(shown, now).map((field) => [field, now[field]])),
})

/** The server names the fields that are wrong. The page has its own texts, in the client's language. */
export function fieldErrorsIn(fields: Record<string, string> = {}, details: Details): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of DETAIL_FIELDS)
    if (fields[name]) errors[name] = isTooLong(name, details) ? 'too_long' : 'wrong'
  return errors
}

const isTooLong = (name: DetailName, details: Details) =>
  FIELDS[name].kind !== 'email' && details[name].trim().length > MAX_TEXT

export const missingFields = (details: Details): DetailName[] =>
  DETAIL_FIELDS.filter((field) => isNeeded(field, details) && details[field].trim() === '')

export const isAbroad = ({ country }: Pick<Details, 'country'>): boolean => country !== US

/** Country and state after a move in or out of the United States. A state belongs to its country. */
export const placeAfterMove = (abroad: boolean, stored: Details) => {
  if (abroad === isAbroad(stored)) return { country: stored.country, state: stored.state }
  return { country: abroad ? '' : US, state: '' }
}

/** Whoever has no email on file was asked on paper, and may stay without one. */
export const neededOf = (field: DetailName) => (field === 'email' ? 'given' : FIELDS[field].needed)

const isNeeded = (field: DetailName, details: Details) => {
  const needed = neededOf(field)
  return needed === 'always' || (needed === 'in_us' && !isAbroad(details))
}

/** As it is sent: Enter submits without leaving a field. */
export const tidied = (details: Details): Details =>
  isAbroad(details) ? details : { ...details, zip_code: tidyZip(details.zip_code) }

/** The offered states, and a stored one beside them. */
export function stateOptions(stored: string): ReadonlyArray<readonly [code: string, name: string]> {
  const offered = STATES.some(([code]) => code === stored)
  return offered || stored === '' ? STATES : [...STATES, [stored, stateName(stored)]]
}

export const HELPER_FIELDS = ['name', 'relation'] as const
export type Helper = Record<(typeof HELPER_FIELDS)[number], string>

/** The last try's outcome; a new object each time, so that the focus follows it. */
export interface Outcome {
  fields: FieldErrors
  noChoice?: boolean
  helper?: (keyof Helper)[] | undefined
  /** The client announced changes and made none. */
  unchanged?: boolean
  /** No field caused it. */
  failure?: Failure
  dead?: DeadLink
}

export const hasErrors = ({ noChoice, helper, fields }: Outcome): boolean =>
  noChoice === true || helper !== undefined || Object.keys(fields).length > 0

/** The form as it stands. The server draws it, and the page continues from there. */
export interface FormState {
  /** The office's details, as last received. */
  shown: PublicClient
  details: Details
  choice?: Action
  /** Only if the client does not answer alone. */
  helper?: Helper | undefined
  outcome: Outcome
  /** Fields that the office changed while the page was open. */
  changes: DetailName[]
}

export const NONE: Outcome = { fields: {} }

export const formOf = (client: PublicClient): FormState => ({
  shown: client,
  details: detailsOf(client),
  outcome: NONE,
  changes: [],
})

/** Why an answer is not sent yet. */
export function objectionTo(
  { shown, details, helper }: FormState,
  action?: Action,
): Outcome | undefined {
  const missing = helper && HELPER_FIELDS.filter((name) => helper[name].trim() === '')
  const without = missing && missing.length > 0 && { helper: missing }
  if (!action || without) return { fields: {}, ...without, ...(!action && { noChoice: true }) }
  const complete = missingFields(details).length === 0
  const edited = editedFields(detailsOf(shown), details).length > 0
  return action === 'update' && complete && !edited ? { fields: {}, unchanged: true } : undefined
}

/** The form after an answer that was not accepted. */
export function afterRefusal(form: FormState, sent: Sent & { ok: false }, given: Given): FormState {
  const next = { ...form, outcome: { ...NONE, ...sent } }
  // The fields that are wrong must be there to be mended.
  if ('fields' in sent) return { ...next, choice: 'update' }
  if (!('current' in sent)) return next
  return {
    ...next,
    shown: sent.current,
    details: withTyped(detailsOf(form.shown), form.details, detailsOf(sent.current)),
    changes: sent.changes,
    // The client confirmed other details.
    choice: given.action === 'confirm' ? undefined : form.choice,
  }
}
