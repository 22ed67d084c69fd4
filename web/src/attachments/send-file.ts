import { type AttachmentCategory, addAttachment } from '@attest/contract/attachments'
import { CallError, messageOf } from '../lib/call.ts'
import { isReadable } from '../lib/is-readable.ts'
import { upload } from '../lib/upload.ts'

export interface Upload {
  key: string
  file: File
  category: AttachmentCategory
  description: string
  /** A refused file cannot be sent however often one tries, a failed one may be tried again. */
  state:
    | { at: 'waiting' }
    | { at: 'sending'; percent: number }
    | { at: 'sent' }
    | { at: 'failed' | 'refused'; reason: string }
}

interface Sending {
  signal: AbortSignal
  onProgress: (percent: number) => void
}

type Outcome = Extract<Upload['state'], { at: 'sent' | 'failed' | 'refused' }>

export const CANCELLED: Outcome = { at: 'failed', reason: 'Cancelled.' }
const CHANGED = 'The file has been changed or moved since you chose it. Please choose it again.'

/** What the server said of the file itself: it is not taken, or too large. */
const FOR_GOOD = [400, 413]

/** Sends one file; resolves to what came of it. */
export async function sendFile(
  clientId: number,
  { file, category, description }: Upload,
  sending: Sending,
): Promise<Outcome> {
  if (!(await isReadable(file))) return { at: 'refused', reason: CHANGED }
  // The server reads the small fields before the file streams in.
  const form = new FormData()
  form.append('category', category)
  form.append('description', description)
  form.append('file', file)
  try {
    await upload(addAttachment, form, { ...sending, params: { id: clientId } })
    return { at: 'sent' }
  } catch (error) {
    if (sending.signal.aborted) return CANCELLED
    const reason = messageOf(error, 'Failed to upload file')
    if (!(error instanceof CallError)) return { at: 'failed', reason }
    // Nothing came back: why is all there is to say.
    if (error.status === 0) return { at: 'failed', reason: `${reason}. ${error.message}` }
    return { at: FOR_GOOD.includes(error.status) ? 'refused' : 'failed', reason }
  }
}
