import { draftedForms } from './drafts.ts'

export const CREATE_FORM = 'new client'
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
