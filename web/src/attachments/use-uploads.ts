import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../lib/toast.ts'
import { refresh } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import { categoryOf, refusalOf } from './file-kinds.ts'
import { CANCELLED, sendFile, type Upload } from './send-file.ts'
import { TOUCHED } from './use-attachments.ts'

/** A browser keeps about six connections to a host; a file that waits for one would seem stuck. */
const AT_ONCE = 3

export const mayBeSent = ({ state }: Upload) => state.at === 'waiting' || state.at === 'failed'

/** The files of the upload dialog: chosen, described, sent, and what came of each. */
export function useUploads(clientId: number) {
  const [items, setItems] = useState<Upload[]>([])
  const queries = useQueryClient()
  const { aborts, left } = useAborts()

  const change = (key: string, part: Partial<Upload>) =>
    setItems((old) => old.map((item) => (item.key === key ? { ...item, ...part } : item)))

  function add(files: File[]) {
    const added = files.map(asUpload)
    const refused = added.map(({ file }) => refusalOf(file)).find((each) => each !== undefined)
    if (refused) toast({ ...refused, tone: 'danger' })
    setItems((old) => [...old, ...added])
  }

  async function sendOne(item: Upload) {
    const abort = aborts.current.get(item.key)!
    const state = abort.signal.aborted
      ? CANCELLED
      : await sendFile(clientId, item, {
          signal: abort.signal,
          onProgress: (percent) => {
            // From here on the server may keep it whatever is done here: its answer is waited for.
            if (percent === 100) aborts.current.delete(item.key)
            change(item.key, { state: { at: 'sending', percent } })
          },
        })
    change(item.key, { state })
    return 'reason' in state ? state.reason : undefined
  }

  /** Says whether all of them arrived while this dialog stands: another may be open by then. */
  async function send(pending: Upload[]) {
    for (const { key } of pending) {
      aborts.current.set(key, new AbortController())
      change(key, { state: { at: 'sending', percent: 0 } })
    }
    const reasons = await inParallel(pending, sendOne)
    void refresh(queries, TOUCHED)
    // Who left knows what that stopped: they were asked.
    const outcomes = pending.map(({ file }, n) => ({ name: file.name, reason: reasons[n] }))
    tell(outcomes.filter(({ reason }) => !left.current || reason !== CANCELLED.reason))
    return !left.current && reasons.every((reason) => reason === undefined)
  }

  return {
    items,
    add,
    change,
    send,
    remove: (key: string) => setItems((old) => old.filter((item) => item.key !== key)),
    /** Ends one upload, unless it is being saved; it can be tried again. */
    stop: (key: string) => aborts.current.get(key)?.abort(),
  }
}

/** What ends an upload that is on its way, by its key; leaving ends them all. */
function useAborts() {
  const aborts = useRef(new Map<string, AbortController>())
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      stopAll(aborts.current)
    }
  }, [])
  return { aborts, left }
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

function stopAll(aborts: Map<string, AbortController>) {
  for (const abort of aborts.values()) abort.abort()
}

/** A few at a time; the outcomes in the order of the items. */
async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>) {
  const outcomes: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [n, item] of queue) outcomes[n] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcomes
}

/** One toast for all of them: there is only ever one on screen. */
function tell(outcomes: { name: string; reason: string | undefined }[]) {
  const [first] = outcomes
  if (!first) return
  const failed = outcomes.filter(({ reason }) => reason !== undefined)
  const single = outcomes.length === 1
  if (failed.length === 0) {
    const text = single ? first.name : `${outcomes.length} files`
    toast({ title: 'File uploaded successfully', text })
    return
  }
  const text = single ? first.reason : `${failed.length} of ${outcomes.length} files failed.`
  toast({ title: 'Upload failed', text, tone: 'danger' })
}
