import { currentSession } from '../lib/session.ts'

const ENTRY = 'attest.import'

export interface KeptPreview {
  previewId: string
  /** The import that it becomes: pressing the button again starts no second one. */
  importId: string
  /** The server's question, which the administrator has seen. */
  anyway?: string | undefined
}

/** The preview that this administrator left open in this tab, by a reload or by closing the dialog. */
export function keptPreview(): KeptPreview | undefined {
  const { email, ...kept } = JSON.parse(sessionStorage.getItem(ENTRY) ?? '{}')
  return email !== undefined && email === currentSession().user?.email ? kept : undefined
}

export function keepPreview(kept: KeptPreview): void {
  const { email } = currentSession().user ?? {}
  sessionStorage.setItem(ENTRY, JSON.stringify({ ...kept, email }))
}

export const forgetPreview = () => sessionStorage.removeItem(ENTRY)
