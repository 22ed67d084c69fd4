import type { DetailName } from '@attest/contract/client-fields'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  afterRefusal,
  type Details,
  detailsOf,
  type FormState,
  NONE,
  objectionTo,
  tidied,
} from './details.ts'
import { useLanguage } from './texts/languages.ts'
import { type Action, type Given, type Sent, sendAnswer } from './verification-calls.ts'

export type Answer = ReturnType<typeof useAnswer>

/** The client's answer while it is being written and sent. */
export function useAnswer(
  token: string,
  start: FormState,
  onDone: (sent: Details, confirm?: boolean) => void,
) {
  const [form, setForm] = useState(start)
  const { language, isChosen } = useLanguage()
  const { shown, details, choice } = form
  const stored = useMemo(() => detailsOf(shown), [shown])
  const { sending, send, isBusy } = useSending(token, receive)

  function submit(action = choice) {
    if (isBusy()) return
    const outcome = objectionTo(form, action)
    if (outcome || !action) return setForm({ ...form, outcome: outcome ?? NONE })
    const final = tidied(details)
    setForm({ ...form, details: final })
    void send({ shown, details: final, action, language: isChosen ? language : undefined })
  }
  function receive(sent: Sent, given: Given) {
    if (sent.ok) return onDone(given.details, sent.confirm)
    setForm((now) => afterRefusal(now, sent, given))
  }

  /** A change during the sending would not be part of the answer. */
  function change(make: (now: FormState) => FormState) {
    if (!isBusy()) setForm(make)
  }
  const write = (name: DetailName, value: string) =>
    change((now) => ({ ...now, details: { ...now.details, [name]: value } }))
  /** Clears the other answer's errors. */
  const choose = (choice: Action) => change((now) => ({ ...now, choice, outcome: NONE }))
  const undo = () => change((now) => ({ ...now, details: stored }))

  return { ...form, stored, write, undo, sending, choose, submit }
}

/** Sends an answer; the same one may be sent again after a failure, since the server saves it once. */
function useSending(token: string, onReply: (sent: Sent, given: Given) => void) {
  const [sending, setSending] = useState(false)
  // State would let a second press through before the next drawing.
  const busy = useRef(false)

  async function send(given: Given) {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const sent = await sendAnswer(token, given)
    busy.current = false
    setSending(false)
    onReply(sent, given)
  }
  return { sending, send, isBusy: () => busy.current }
}

/** While `dirty`, the browser asks in its own words before the page is left. */
export function useUnloadGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      // A tel: link does not leave the page, yet Chrome asks.
      if (document.activeElement?.matches('a[href^="tel:"]')) return
      event.preventDefault()
      // Chrome before 119 asks only so.
      event.returnValue = ''
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
