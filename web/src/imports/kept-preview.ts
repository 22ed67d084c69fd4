import { currentSession } from '../lib/session.ts'

const ENTRY = 'attest.import'

export interface KeptPreview {
  previewId: string
  /** Chosen before the import starts, so a second press starts no second import. */
  importId: string
  /** The server's question, once shown: the next press agrees to it. */
  anyway?: string | undefined
}

/** The preview that this administrator left in this tab by a reload or by closing the dialog. */
export function keptPreview(): KeptPreview | undefined {
  const { email, ...kept } = JSON.parse(sessionStorage.getItem(ENTRY) ?? '{}')
  return email !== undefined && email === currentSession().user?.email ? kept : undefined
}

export function keepPreview(kept: KeptPreview): void {
  const { email } = currentSession().user ?? {}
  sessionStorage.setItem(ENTRY, JSON.stringify({ ...kept, email }))
}

export const forgetPreview = () => sessionStorage.removeItem(ENTRY)
