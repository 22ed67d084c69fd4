import {
  getImport,
  type Import,
  importClients,
  importProgress,
  MAX_OPENING_MS,
  type ProgressEvent,
} from '@attest/contract/imports'
import { CallError, call, ShownError } from '../lib/call.ts'
import { readEvents } from '../lib/read-events.ts'
import { TIMEOUT_MS } from '../lib/time-limit.ts'
import { upload } from '../lib/upload.ts'
import type { KeptPreview, Started } from './kept-preview.ts'

/** How often the import's row is read where the progress stream is lost. */
const POLL_MS = 1000

export interface Progress {
  progress: number
  connection: string
}

export interface Run extends Omit<KeptPreview, 'started'>, Started {
  signal: AbortSignal
  show: (part: Partial<Progress>) => void
}

export class ImportFailure extends ShownError {}

/** Starts the import of a preview and follows it to its outcome. The server continues without the browser. */
export async function runImport(run: Run): Promise<Import> {
  await startImport(run).catch(async (error) => {
    if (!(await isKnown(run))) throw error
  })
  await followProgress(run)
  run.signal.throwIfAborted()
  return settledImport(run)
}

function startImport({ previewId, importId, send, roundId, signal }: Run) {
  const form = new FormData()
  form.append('importId', importId)
  form.append('previewId', previewId)
  form.append('send', String(send))
  if (send && roundId !== null) form.append('roundId', String(roundId))
  const answerMs = MAX_OPENING_MS + TIMEOUT_MS
  return upload(importClients, form, { signal, answerMs, onProgress: () => {} })
}

/** Shows the stream's progress until it is through or lost; it never fails the import. */
async function followProgress({ importId, signal, show }: Run) {
  let opened = false
  const onOpen = () => {
    opened = true
    show({ connection: 'Connected' })
  }
  try {
    const events = readEvents<ProgressEvent>(importProgress, { importId }, { signal, onOpen })
    for await (const { progress, completed } of events) {
      show({ progress })
      if (completed) return
    }
    show({ connection: 'Connection closed. Progress updates may not be available.' })
  } catch {
    if (signal.aborted) return
    const connection = opened
      ? 'Lost connection to server. Progress updates may not be available.'
      : 'Failed to establish connection to server.'
    show({ connection })
  }
}

async function settledImport(run: Run): Promise<Import> {
  const { signal, show } = run
  for (;;) {
    const outcome = await readImport(run)
    if (outcome?.state === 'failed') throw new ImportFailure(outcome.error ?? 'Import failed')
    if (outcome && outcome.state !== 'running' && outcome.state !== 'sending') return outcome
    if (outcome) show({ progress: outcome.progress })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
  }
}

/** Whether the import started although its reply was lost. */
const isKnown = (run: Run) => readImport(run).then(Boolean, () => false)

/** Undefined while the row cannot be read: the import may be running. Throws if it is missing or not ours to read. */
async function readImport({ importId, signal }: Run) {
  try {
    return await call(getImport, { params: { importId } }, signal)
  } catch (error) {
    if (!(error instanceof CallError) || [401, 403, 404].includes(error.status)) throw error
    return undefined
  }
}
