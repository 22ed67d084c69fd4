import { DETAIL_FIELDS, type DetailName, FIELDS, formTexts } from '@attest/contract/client-fields'
import { STATES, stateCode, stateName, US } from '@attest/contract/place'
import { MAX_TEXT, tidyZip } from '@attest/contract/tidy'
import type { PublicClient } from '@attest/contract/verification'
import type { Action, DeadLink, Failure, Given, Sent } from './verification-calls.ts'

export type Details = Record<DetailName, string>

export type FieldError = 'wrong' | 'too_long'

export type FieldErrors = Partial<Record<DetailName, FieldError>>

export const detailsOf = (client: PublicClient): Details => ({
  ...formTexts(client, DETAIL_FIELDS),
  state: client.country === US ? (stateCode(client.state) ?? '') : client.state,
})

export const editedFields = (stored: Details, now: Details): DetailName[] =>
  DETAIL_FIELDS.filter((field) => stored[field].trim() !== now[field].trim())

/** Fields that the office changed, but not to the value that the client sent. */
export const officeChanges = (shown: Details, sent: Details, office: Details): DetailName[] =>
  editedFields(shown, office).filter((field) => editedFields(sent, office).includes(field))

/** Keeps typed values; the other fields take the office's. */
export const withTyped = (shown: Details, now: Details, office: Details): Details => ({
  ...office,
  ...Object.fromEntries(editedFields(shown, now).map((field) => [field, now[field]])),
})

/** Errors for the fields that the server rejects, with the page's own texts in the client's language. */
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

/** Country and state after a move into or out of the United States: the stored ones if they fit, or an empty state. */
export const placeAfterMove = (abroad: boolean, stored: Details) => {
  if (abroad === isAbroad(stored)) return { country: stored.country, state: stored.state }
  return { country: abroad ? '' : US, state: '' }
}

/** A client without an email on file was asked on paper, and may stay without one. */
export const neededOf = (field: DetailName) => (field === 'email' ? 'given' : FIELDS[field].needed)

const isNeeded = (field: DetailName, details: Details) => {
  const needed = neededOf(field)
  return needed === 'always' || (needed === 'in_us' && !isAbroad(details))
}

/** Tidies again before sending, as Enter submits without leaving the field. */
export const tidied = (details: Details): Details =>
  isAbroad(details) ? details : { ...details, zip_code: tidyZip(details.zip_code) }

/** The offered states, and the stored one if it is not among them. */
export function stateOptions(stored: string): ReadonlyArray<readonly [code: string, name: string]> {
  const offered = STATES.some(([code]) => code === stored)
  return offered || stored === '' ? STATES : [...STATES, [stored, stateName(stored)]]
}

export const HELPER_FIELDS = ['name', 'relation'] as const
export type Helper = Record<(typeof HELPER_FIELDS)[number], string>

/** The outcome of the last try. Each try makes a new object, which moves the focus. */
export interface Outcome {
  fields: FieldErrors
  noChoice?: boolean
  helper?: (keyof Helper)[] | undefined
  /** The client announced changes and made none. */
  unchanged?: boolean
  /** A failure that no field caused. */
  failure?: Failure
  dead?: DeadLink
}

export const hasErrors = ({ noChoice, helper, fields }: Outcome): boolean =>
  noChoice === true || helper !== undefined || Object.keys(fields).length > 0

/** The form's state. The server draws it, and the page continues from there. */
export interface FormState {
  /** The office's details, as last received. */
  shown: PublicClient
  details: Details
  choice?: Action
  /** Set if somebody answers for the client. */
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

export function afterRefusal(form: FormState, sent: Sent & { ok: false }, given: Given): FormState {
  const next = { ...form, outcome: { ...NONE, ...sent } }
  // Wrong fields must be visible to be corrected.
  if ('fields' in sent) return { ...next, choice: 'update' }
  if (!('current' in sent)) return next
  return {
    ...next,
    shown: sent.current,
    details: withTyped(detailsOf(form.shown), form.details, detailsOf(sent.current)),
    changes: sent.changes,
    // The client confirmed details that have changed since, so the choice is void.
    choice: given.action === 'confirm' ? undefined : form.choice,
  }
}
