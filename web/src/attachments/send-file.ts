import { type AttachmentCategory, addAttachment } from '@attest/contract/attachments'
import { CallError, messageOf } from '../lib/call.ts'
import { upload } from '../lib/upload.ts'

export interface Upload {
  key: string
  file: File
  category: AttachmentCategory
  description: string
  /** A refused file cannot be sent at all, a failed one may be tried again. */
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

/** Sends one file; resolves to why it failed, or undefined. */
export async function sendFile(
  clientId: number,
  { file, category, description }: Upload,
  sending: Sending,
): Promise<string | undefined> {
  if (!(await isReadable(file))) {
    return 'The file has been changed or moved since you chose it. Please choose it again.'
  }
  // The server reads the small fields before the file streams in.
  const form = new FormData()
  form.append('category', category)
  form.append('description', description)
  form.append('file', file)
  try {
    await upload(addAttachment, form, { ...sending, params: { id: clientId } })
    return undefined
  } catch (error) {
    if (sending.signal.aborted) return 'Cancelled.'
    // Nothing came back: why is all there is to say.
    if (error instanceof CallError && error.status === 0) {
      return `Failed to upload file. ${error.message}`
    }
    return messageOf(error, 'Failed to upload file')
  }
}

/** A browser refuses to send a file that was saved again after it was chosen, and does not say so. */
async function isReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
