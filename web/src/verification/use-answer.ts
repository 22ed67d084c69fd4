import type { DetailName } from '@attest/contract/client-fields'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import * as model from './details.ts'
import { useLanguage } from './texts/languages.ts'
import * as calls from './verification-calls.ts'

export type Answer = ReturnType<typeof useAnswer>

export function useAnswer(
  token: string,
  start: model.FormState,
  onDone: (sent: model.Details, thanks: calls.Thanks) => void,
) {
  const [form, setForm] = useState(start)
  const { language, isChosen } = useLanguage()
  const { shown, details, choice, helper } = form
  const stored = useMemo(() => model.detailsOf(shown), [shown])
  const { isBusy, send, ...transfer } = useSending(token, receive)

  function submit(action = choice) {
    if (isBusy()) return
    const outcome = model.objectionTo(form, action)
    if (outcome || !action) return setForm({ ...form, outcome: outcome ?? model.NONE })
    const final = model.tidied(details)
    setForm({ ...form, details: final })
    const chosen = isChosen ? language : undefined
    send({ shown, details: final, action, language: chosen, helper })
  }
  function receive(sent: calls.Sent, given: calls.Given) {
    if (sent.ok) return onDone(given.details, sent)
    setForm((now) => model.afterRefusal(now, sent, given))
  }

  /** Ignores changes during the sending, which would not be part of the answer. */
  function change(make: (now: model.FormState) => model.FormState) {
    if (!isBusy()) setForm(make)
  }
  const write = (name: DetailName, value: string) =>
    change((now) => ({ ...now, details: { ...now.details, [name]: value } }))
  const writeHelper = (name: keyof model.Helper, value: string) =>
    change((now) => ({ ...now, helper: { name: '', relation: '', ...now.helper, [name]: value } }))
  /** Clears the other answer's errors. */
  const choose = (choice: calls.Action) =>
    change((now) => ({ ...now, choice, outcome: model.NONE }))
  const undo = () => change((now) => ({ ...now, details: stored }))

  return { ...form, stored, write, writeHelper, undo, ...transfer, choose, submit, send }
}

const RETRY_MS = 5000

export interface Wait {
  given: calls.Given
  why: calls.Problem
  lastTry: Date
}

/** Sends an answer, and repeats it until a reply comes. The server saves it only once. */
function useSending(token: string, onReply: (sent: calls.Sent, given: calls.Given) => void) {
  const [sending, setSending] = useState(false)
  const [wait, setWait] = useState<Wait>()
  // A ref, as state would let a second press through before the next render.
  const inFlight = useRef<calls.Given>(undefined)

  async function attempt(given: calls.Given) {
    if (inFlight.current) return
    inFlight.current = given
    const sent = await calls.sendAnswer(token, given)
    // The client has stopped waiting.
    if (inFlight.current !== given) return
    inFlight.current = undefined
    setSending(false)
    const unanswered = 'unanswered' in sent
    setWait(unanswered ? { given, why: sent.unanswered, lastTry: new Date() } : undefined)
    onReply(sent, given)
  }
  function send(given: calls.Given) {
    setSending(true)
    void attempt(given)
  }
  function stop() {
    inFlight.current = undefined
    setSending(false)
    setWait(undefined)
  }
  useRetry(wait !== undefined, () => wait && void attempt(wait.given))
  const isBusy = () => inFlight.current !== undefined || wait !== undefined
  return { sending, wait, send, stop, isBusy }
}

/** Retries when the connection returns, which some phones do not report, and every few seconds on a visible page. */
function useRetry(waiting: boolean, retry: () => void) {
  const latest = useEffectEvent(retry)
  useEffect(() => {
    if (!waiting) return
    const onLine = () => latest()
    const timer = setInterval(() => document.hidden || latest(), RETRY_MS)
    addEventListener('online', onLine)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onLine)
    }
  }, [waiting])
}

/** While `dirty`, makes the browser ask before the page is left. */
export function useUnloadGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      // Chrome would ask even for a tel: link, which does not leave the page.
      if (document.activeElement?.matches('a[href^="tel:"]')) return
      event.preventDefault()
      // Chrome before 119 needs this.
      event.returnValue = ''
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
