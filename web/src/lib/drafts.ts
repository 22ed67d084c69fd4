import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession } from './session.ts'

interface Draft {
  email: string | undefined
  typed: unknown
}

/** By the form's name. In the page's memory only: nothing of a client stays in the browser once a session has ended. */
const drafts = new Map<string, Draft>()

const isMine = ({ email }: Draft) => email === currentSession().user?.email

/** The forms whose half-done work awaits this administrator: an edit, and files chosen in the tab beside it. */
export const draftedForms = () =>
  [...drafts].filter(([, draft]) => isMine(draft)).map(([form]) => form)

/**
 * Carries what is typed in a form over the end of a session, for the same administrator in the same
 * tab. `read` gives what there is to keep, or undefined. Returns what was kept when the form opened.
 */
export function useDraft<T>(form: string, read: () => T | undefined): T | undefined {
  const [kept] = useState(() =>
    draftedForms().includes(form) ? (drafts.get(form)?.typed as T) : undefined,
  )
  const [email] = useState(currentSession().user?.email)
  const keep = useEffectEvent(() => {
    const typed = read()
    if (currentSession().token) {
      if (draftedForms().includes(form)) drafts.delete(form)
    } else if (typed !== undefined && currentSession().left !== 'here') {
      // Who signs out here was asked, and gave it up.
      drafts.set(form, { email, typed })
    }
  })
  useEffect(() => () => keep(), [])
  return kept
}
