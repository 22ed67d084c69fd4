import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession } from './session.ts'

interface Draft {
  form: string
  email: string | undefined
  typed: unknown
}

/** In the page's memory only: nothing of a client stays in the browser once a session has ended. */
let draft: Draft | undefined

/** The form whose half-done work awaits this administrator. */
export const draftedForm = () =>
  draft?.email === currentSession().user?.email ? draft?.form : undefined

/**
 * Carries what is typed in a form over the end of a session, for the same administrator in the same
 * tab. `read` gives what there is to keep, or undefined. Returns what was kept when the form opened.
 */
export function useDraft<T>(form: string, read: () => T | undefined): T | undefined {
  const [kept] = useState(() => (draftedForm() === form ? (draft?.typed as T) : undefined))
  const [email] = useState(currentSession().user?.email)
  const keep = useEffectEvent(() => {
    const typed = read()
    if (currentSession().token) {
      if (draftedForm() === form) draft = undefined
    } else if (typed !== undefined && currentSession().left !== 'here') {
      // Who signs out here was asked, and gave it up.
      draft = { form, email, typed }
    }
  })
  useEffect(() => () => keep(), [])
  return kept
}
