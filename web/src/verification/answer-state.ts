import type { DetailName } from '@attest/contract/client-fields'
import type { PublicClient } from '@attest/contract/verification'
import {
  type Details,
  detailsOf,
  editedFields,
  type FieldErrors,
  missingFields,
  withTyped,
} from './details.ts'
import type { Action, DeadLink, Failure, Given, Sent } from './verification-calls.ts'

/** The last try's outcome; a new object each time, so that the focus follows it. */
export interface Outcome {
  fields: FieldErrors
  /** Neither of the two answers was chosen. */
  noChoice?: boolean
  /** The client announced changes and made none. */
  unchanged?: boolean
  /** No field caused it. */
  failure?: Failure
  /** The link no longer takes an answer. */
  dead?: DeadLink
}

/** Whether the client must correct something. */
export const hasErrors = ({ noChoice, fields }: Outcome): boolean =>
  noChoice === true || Object.keys(fields).length > 0

/** The form as it stands. The server draws it, and the page continues from there. */
export interface FormState {
  /** The office's details, as last received. */
  shown: PublicClient
  details: Details
  choice?: Action
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
export function objectionTo({ shown, details }: FormState, action?: Action): Outcome | undefined {
  if (!action) return { fields: {}, noChoice: true }
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
