import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession } from './session.ts'

interface Draft {
  email: string | undefined
  typed: unknown
}

/** By form name. In memory only: no client data stays in the browser after a session. */
const drafts = new Map<string, Draft>()

const isMine = ({ email }: Draft) => email === currentSession().user?.email

/** Forms with unfinished work of this administrator. */
export const draftedForms = () =>
  [...drafts].filter(([, draft]) => isMine(draft)).map(([form]) => form)

/** Keeps what `read` gives past a session's end, for the same administrator and tab. Returns what was kept before. */
export function useDraft<T>(form: string, read: () => T | undefined): T | undefined {
  const [kept] = useState(() =>
    draftedForms().includes(form) ? (drafts.get(form)?.typed as T) : undefined,
  )
  const [email] = useState(currentSession().user?.email)
  const keep = useEffectEvent(() => {
    const typed = read()
    if (currentSession().token) {
      if (draftedForms().includes(form)) drafts.delete(form)
    } else if (typed !== undefined && currentSession().ended !== 'left') {
      // A person who signs out was asked first, and chose to discard it.
      drafts.set(form, { email, typed })
    }
  })
  useEffect(() => () => keep(), [])
  return kept
}

export const CREATE_FORM = 'new client'
export const ROUND_FORM = 'new round'
export const editorForm = (id: number) => `client ${id}`
export const answerForm = (id: number) => `answer of client ${id}`
export const uploadForm = (id: number) => `files of client ${id}`

const IN_DIALOG = 'client in the dialog '
export const dialogForm = (id: number) => `${IN_DIALOG}${id}`

/** The client with an unfinished edit in the dialog, or null. */
export function draftedInDialog(): number | null {
  const form = draftedForms().find((name) => name.startsWith(IN_DIALOG))
  return form ? Number(form.slice(IN_DIALOG.length)) : null
}
