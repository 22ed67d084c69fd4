import { draftedForms } from '../lib/drafts.ts'

/** The forms over a client, told apart where what was typed in one outlives its session. */
export const CREATE_FORM = 'new client'
export const editorForm = (id: number) => `client ${id}`
export const uploadForm = (id: number) => `files of client ${id}`

const IN_DIALOG = 'client in the dialog '
export const dialogForm = (id: number) => `${IN_DIALOG}${id}`

/** The client whose half-done edit in the dialog awaits this administrator; null if there is none. */
export function draftedInDialog(): number | null {
  const form = draftedForms().find((name) => name.startsWith(IN_DIALOG))
  return form ? Number(form.slice(IN_DIALOG.length)) : null
}
