import { type AttachmentCategory, addAttachment } from '@attest/contract/attachments'
import { CallError, isUnanswered, messageOf, ShownError } from '../lib/call.ts'
import { upload } from '../lib/upload.ts'

export interface Upload {
  key: string
  file: File
  category: AttachmentCategory
  description: string
  /** A failed file can be retried, a refused one cannot. */
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

export const CANCELED = { at: 'failed', reason: 'Canceled.' } satisfies Outcome

/** The server answers once the file is kept, and may have to send it on to a bucket first. */
const SAVING_MS = 5 * 60_000

export const UNSURE =
  'No answer came, so the file may have been kept. Please look at the list before you try again.'

/** All bytes are sent: the upload can no longer be canceled. */
export const isSaving = ({ state }: Upload) => state.at === 'sending' && state.percent === 100

const TOO_LARGE = 'The file is too large for the server. Please choose a smaller one.'

/** Statuses about the file itself: a retry cannot help. */
const FOR_GOOD = [400, 413]

export async function sendFile(
  clientId: number,
  { file, category, description }: Upload,
  sending: Sending,
): Promise<Outcome> {
  // The server reads the small fields before the file streams in.
  const form = new FormData()
  form.append('category', category)
  form.append('description', description)
  form.append('file', file)
  let gone = false
  const onProgress = (percent: number) => {
    gone = percent === 100
    sending.onProgress(percent)
  }
  try {
    const params = { id: clientId }
    await upload(addAttachment, form, { ...sending, onProgress, params, answerMs: SAVING_MS })
    return { at: 'sent' }
  } catch (error) {
    if (sending.signal.aborted) return CANCELED
    return failureOf(error, gone)
  }
}

/** `gone`: all bytes had left. */
function failureOf(error: unknown, gone: boolean): Outcome {
  const text = messageOf(error, 'Failed to upload file')
  if (error instanceof ShownError) return { at: 'refused', reason: text }
  if (!(error instanceof CallError)) return { at: 'failed', reason: text }
  const { status, body } = error
  if (gone && isUnanswered(error)) return { at: 'failed', reason: UNSURE }
  if (status === 0) return { at: 'failed', reason: `${text}. ${error.message}` }
  if (body.message) return { at: FOR_GOOD.includes(status) ? 'refused' : 'failed', reason: text }
  return { at: 'failed', reason: status === 413 ? TOO_LARGE : text }
}
