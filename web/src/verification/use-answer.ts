import { useMemo, useState } from 'react'
import { afterRefusal, type FormState, NONE, objectionTo } from './answer-state.ts'
import { type DetailName, type Details, detailsOf, tidied } from './details.ts'
import { useLanguage } from './texts/use-texts.ts'
import { useSending } from './use-sending.ts'
import type { Action, Given, Sent } from './verification-calls.ts'

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
  const { isBusy, send, ...transfer } = useSending(token, receive)

  function submit(action = choice) {
    if (isBusy()) return
    const outcome = objectionTo(form, action)
    if (outcome || !action) return setForm({ ...form, outcome: outcome ?? NONE })
    const final = tidied(details)
    setForm({ ...form, details: final })
    send({ shown, details: final, action, language: isChosen ? language : undefined })
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

  return { ...form, stored, write, undo, ...transfer, choose, submit, send }
}
