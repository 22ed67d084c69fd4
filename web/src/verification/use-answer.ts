import { tidyZip } from '@attest/contract/tidy'
import type { PublicClient } from '@attest/contract/verification'
import { useMemo, useRef, useState } from 'react'
import { type DetailName, type Details, detailsOf, type FieldErrors, withTyped } from './details.ts'
import { type Action, sendAnswer } from './verification-calls.ts'

/** The last try's outcome; a new object each time, so that the focus follows it. */
interface Outcome {
  fields: FieldErrors
  /** Neither of the two answers was chosen. */
  noChoice?: boolean
  /** The reason of a failure that no field caused. */
  message?: string
}

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
  const [outcome, setOutcome] = useState<Outcome>({ fields: {} })
  const [sending, setSending] = useState(false)
  // State would let a second press through before the next drawing.
  const inFlight = useRef(false)

  async function submit() {
    if (inFlight.current) return
    if (!choice) return setOutcome({ fields: {}, noChoice: true })
    inFlight.current = true
    setSending(true)
    // Enter submits without leaving the field.
    const final = { ...details, zip_code: tidyZip(details.zip_code) }
    setDetails(final)
    const sent = await sendAnswer(token, shown, final, choice)
    inFlight.current = false
    setSending(false)
    if (sent.ok) return onDone(final)
    if ('current' in sent) return lookAgain(sent.current, sent.changes)
    if (Object.keys(sent.fields).length === 0)
      return setOutcome({ fields: {}, message: sent.message })
    // The fields that are wrong must be there to be mended.
    setChoice('update')
    setOutcome({ fields: sent.fields })
  }

  function lookAgain(current: PublicClient, found: DetailName[]) {
    takeOver(current, found)
    setOutcome({ fields: {} })
    // The client confirmed other details.
    setChoice((now) => (now === 'confirm' ? undefined : now))
  }

  /** A change during the sending would not be part of the answer. */
  function change(make: () => void) {
    if (!inFlight.current) make()
  }
  const field = (name: DetailName) => ({
    value: details[name],
    error: outcome.fields[name],
    locked: sending,
    onChange: (value: string) => change(() => setDetails((now) => ({ ...now, [name]: value }))),
  })
  /** Clears the other answer's errors. */
  const choose = (action: Action) =>
    change(() => {
      setChoice(action)
      setOutcome({ fields: {} })
    })
  const undo = () => change(() => setDetails(stored))

  return { stored, details, choice, choose, outcome, changes, sending, submit, field, undo }
}
