import { tidyZip } from '@attest/contract/tidy'
import type { PublicClient } from '@attest/contract/verification'
import { useMemo, useState } from 'react'
import {
  type DetailName,
  type Details,
  detailsOf,
  editedFields,
  type FieldErrors,
  missingFields,
  withTyped,
} from './details.ts'
import { useSending } from './use-sending.ts'
import type { Action, DeadLink, Given, Sent } from './verification-calls.ts'

/** The last try's outcome; a new object each time, so that the focus follows it. */
interface Outcome {
  fields: FieldErrors
  /** Neither of the two answers was chosen. */
  noChoice?: boolean
  /** The client announced changes and made none. */
  unchanged?: boolean
  /** The reason of a failure that no field caused. */
  message?: string
  /** The link no longer takes an answer. */
  dead?: DeadLink
}

const NONE: Outcome = { fields: {} }

/** The details as they are typed, against those that the page shows. */
function useDetails(client: PublicClient) {
  const [shown, setShown] = useState(client)
  const stored = useMemo(() => detailsOf(shown), [shown])
  const [details, setDetails] = useState(stored)
  const [changes, setChanges] = useState<DetailName[]>([])

  function takeOver(current: PublicClient, found: DetailName[]) {
    setDetails((now) => withTyped(stored, now, detailsOf(current)))
    setShown(current)
    setChanges(found)
  }
  return { shown, stored, details, setDetails, changes, takeOver }
}

export type Answer = ReturnType<typeof useAnswer>

/** The client's answer while it is being written and sent. */
export function useAnswer(token: string, client: PublicClient, onDone: (sent: Details) => void) {
  const { shown, stored, details, setDetails, changes, takeOver } = useDetails(client)
  const [choice, setChoice] = useState<Action>()
  const [outcome, setOutcome] = useState(NONE)
  const { isBusy, send, ...transfer } = useSending(token, receive)

  function submit(action = choice) {
    if (isBusy()) return
    if (!action) return setOutcome({ fields: {}, noChoice: true })
    const complete = missingFields(details).length === 0
    if (action === 'update' && complete && editedFields(stored, details).length === 0)
      return setOutcome({ fields: {}, unchanged: true })
    // Enter submits without leaving the field.
    const final = { ...details, zip_code: tidyZip(details.zip_code) }
    setDetails(final)
    send({ shown, details: final, action })
  }
  function receive(sent: Sent, given: Given) {
    if (sent.ok) return onDone(given.details)
    if ('current' in sent) takeOver(sent.current, sent.changes)
    // The fields that are wrong must be there to be mended.
    if ('fields' in sent) setChoice('update')
    // The client confirmed other details.
    if ('current' in sent && choice === 'confirm') setChoice(undefined)
    setOutcome({ ...NONE, ...sent })
  }

  /** A change during the sending would not be part of the answer. */
  function change(make: () => void) {
    if (!isBusy()) make()
  }
  const write = (name: DetailName, value: string) =>
    change(() => setDetails((now) => ({ ...now, [name]: value })))
  /** Clears the other answer's errors. */
  const choose = (action: Action | undefined) =>
    change(() => {
      setChoice(action)
      setOutcome(NONE)
    })
  const undo = () => change(() => setDetails(stored))

  const written = { stored, details, changes, write, undo }
  return { ...written, ...transfer, choice, choose, outcome, submit, send }
}
