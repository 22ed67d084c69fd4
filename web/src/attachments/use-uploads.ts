import { type AttachmentCategory, addAttachment } from '@attest/contract/attachments'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, isUnanswered, messageOf, ShownError } from '../lib/call.ts'
import { currentSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { upload } from '../lib/upload.ts'
import { refresh } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import { categoryOf, refusalOf } from './file-categories.ts'

export const mayBeSent = ({ state }: Upload) => state.at === 'waiting' || state.at === 'failed'

export function useUploads(clientId: number) {
  const [items, setItems] = useState<Upload[]>([])
  const queries = useQueryClient()
  const { abort, left } = useAbort()

  const change = (key: string, part: Partial<Upload>) =>
    setItems((old) => old.map((item) => (item.key === key ? { ...item, ...part } : item)))

  function add(files: File[]) {
    const added = files.map(asUpload)
    const refused = added.map(({ file }) => refusalOf(file)).find((each) => each !== undefined)
    if (refused) toast({ ...refused, tone: 'danger' })
    setItems((old) => [...old, ...added])
  }

  async function sendOne(item: Upload): Promise<Upload> {
    const controller = new AbortController()
    abort.current = controller
    const onProgress = (percent: number) => {
      // The server may keep the file from now on, so the upload cannot be stopped any more.
      if (percent === 100) abort.current = undefined
      change(item.key, { state: { at: 'sending', percent } })
    }
    onProgress(0)
    const state = await sendFile(clientId, item, { signal: controller.signal, onProgress })
    change(item.key, { state })
    return { ...item, state }
  }

  /** Resolves to true if all files arrived and the dialog is still open. */
  async function send(pending: Upload[]) {
    for (const { key } of pending) change(key, { state: { at: 'waiting' } })
    const sent: Upload[] = []
    for (const item of pending) if (!left.current) sent.push(await sendOne(item))
    // After a sign-out the page must not name a client's files.
    if (!currentSession().token) return false
    void refresh(queries)
    toastOutcome(sent.filter(({ state }) => state !== CANCELED))
    return !left.current && sent.every((item) => reasonOf(item) === undefined)
  }

  return {
    items,
    add,
    change,
    send,
    remove: (key: string) => setItems((old) => old.filter((item) => item.key !== key)),
    stop: () => abort.current?.abort(),
  }
}

/** Holds the upload that can be stopped. Closing the dialog stops it. */
function useAbort() {
  const abort = useRef<AbortController>(undefined)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      abort.current?.abort()
    }
  }, [])
  return { abort, left }
}

function asUpload(file: File): Upload {
  const refusal = refusalOf(file)
  return {
    key: uuid(),
    file,
    category: categoryOf(file.name),
    description: '',
    state: refusal ? { at: 'refused', reason: refusal.text } : { at: 'waiting' },
  }
}

const reasonOf = ({ state }: Upload) => ('reason' in state ? state.reason : undefined)

/** Sums all up in one toast, as a new toast replaces the one before. */
function toastOutcome(sent: Upload[]) {
  const [first] = sent
  if (!first) return
  const failed = sent.filter((item) => reasonOf(item) !== undefined)
  const single = sent.length === 1
  if (failed.length === 0) {
    const text = single ? first.file.name : `${sent.length} files`
    toast({ title: 'File uploaded successfully', text })
    return
  }
  const text = single ? reasonOf(first) : `${failed.length} of ${sent.length} files failed.`
  toast({ title: 'Upload failed', text, tone: 'danger' })
}

export interface Upload {
  key: string
  file: File
  category: AttachmentCategory
  description: string
  /** A failed file can be retried, a rejected one cannot. */
  state:
    | { at: 'waiting' }
    | { at: 'sending'; percent: number }
    | { at: 'sent' }
    | { at: 'failed' | 'refused'; reason: string }
}

type Outcome = Extract<Upload['state'], { at: 'sent' | 'failed' | 'refused' }>

const CANCELED = { at: 'failed', reason: 'Canceled.' } satisfies Outcome

/** The server replies once the file is stored, and may have to send it to a bucket first. */
const SAVING_MS = 5 * 60_000

const UNSURE =
  'No answer came, so the file may have been kept. Please look at the list before you try again.'

/** All bytes are sent: the upload can no longer be canceled. */
export const isSaving = ({ state }: Upload) => state.at === 'sending' && state.percent === 100

const TOO_LARGE = 'The file is too large for the server. Please choose a smaller one.'

/** Statuses about the file itself, for which a retry cannot help. */
const FOR_GOOD = [400, 413]

async function sendFile(
  clientId: number,
  { file, category, description }: Upload,
  sending: { signal: AbortSignal; onProgress: (percent: number) => void },
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

/** `gone`: all bytes were sent, so the server may have stored the file. */
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
