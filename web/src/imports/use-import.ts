import { createPreview } from '@attest/contract/import-previews'
import type { Import, ProgressEvent } from '@attest/contract/imports'
import * as calls from '@attest/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { CallError, call, isUnanswered, messageOf, ShownError } from '../lib/call.ts'
import { readEvents } from '../lib/read-events.ts'
import { currentSession } from '../lib/session.ts'
import { TIMEOUT_MS } from '../lib/time-limit.ts'
import { toast, toastError } from '../lib/toast.ts'
import { upload } from '../lib/upload.ts'
import { isSessionOver, refresh } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import { outcomeToast } from './import-words.tsx'
import { forgetPreview, type KeptPreview, keepPreview, keptPreview } from './kept-preview.ts'
import { previewKey } from './use-preview.ts'

export type ImportScreen =
  | { at: 'choosing'; file?: File; failure?: string }
  | { at: 'reading'; file: File; uploaded: number }
  | { at: 'preview'; kept: KeptPreview; failure?: string }
  | ({ at: 'importing'; importId: string; fileName: string; send: boolean } & Progress)
  | { at: 'done'; outcome: Import }

const UNSURE =
  'The server did not confirm the import, so it may have started. Press the button again: nothing is imported or sent twice.'

interface Started {
  fileName: string
  send: boolean
  /** The round on the preview. */
  roundId: number | null
}

/** Leads one import from the chosen file to its outcome. The server continues if the dialog closes. */
export function useImport() {
  const [screen, setScreen] = useState<ImportScreen>(() => {
    const kept = keptPreview()
    return kept ? { at: 'preview', kept } : { at: 'choosing' }
  })
  const queries = useQueryClient()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const begin = () => {
    abort.current = new AbortController()
    return abort.current.signal
  }

  async function choose(file: File) {
    const signal = begin()
    setScreen({ at: 'reading', file, uploaded: 0 })
    try {
      const preview = await readFile(file, signal, (uploaded) =>
        setScreen({ at: 'reading', file, uploaded }),
      )
      const kept = { previewId: preview.previewId, importId: uuid() }
      keepPreview(kept)
      queries.setQueryData(previewKey(kept.previewId), preview)
      setScreen({ at: 'preview', kept })
    } catch (error) {
      if (!signal.aborted) setScreen({ at: 'choosing', file, failure: failed(error) })
    }
  }

  /** Safe to repeat, as the server knows the import by its id. */
  async function start(kept: KeptPreview, started: Started) {
    const { fileName, send } = started
    const { importId } = kept
    setScreen({
      at: 'importing',
      importId,
      fileName,
      send,
      progress: 0,
      connection: 'Connecting...',
    })
    await follow(kept, started, begin(), setScreen)
    void refresh(queries)
  }

  function leave() {
    abort.current?.abort()
    forgetPreview()
    setScreen({ at: 'choosing' })
  }
  return { screen, choose, start, leave }
}

async function follow(
  kept: KeptPreview,
  started: Started,
  signal: AbortSignal,
  setScreen: Dispatch<SetStateAction<ImportScreen>>,
) {
  const show = (part: Partial<Progress>) =>
    setScreen((old) => (old.at === 'importing' ? { ...old, ...part } : old))
  try {
    const outcome = await runImport({ ...kept, ...started, signal, show })
    forgetPreview()
    toast(outcomeToast(outcome))
    setScreen({ at: 'done', outcome })
  } catch (error) {
    if (signal.aborted) return
    const isQuestion = error instanceof CallError && error.body.code === 'confirm_import'
    const anyway = isQuestion ? error.message : undefined
    const failure = anyway ?? failed(error, UNSURE)
    if (!(error instanceof ImportFailure))
      return setScreen({ at: 'preview', kept: { ...kept, anyway }, failure })
    forgetPreview()
    setScreen({ at: 'choosing', failure })
  }
}

function readFile(file: File, signal: AbortSignal, onProgress: (uploaded: number) => void) {
  if (!currentSession().token) throw new CallError(0, 'Authentication required')
  const form = new FormData()
  form.append('file', file)
  const answerMs = calls.MAX_OPENING_MS + TIMEOUT_MS
  return upload(createPreview, form, { signal, answerMs, onProgress })
}

function failed(error: unknown, unsure?: string): string {
  const text = reasonOf(error, unsure)
  if (!isSessionOver(error)) toastError('Import failed', text)
  return text
}

function reasonOf(error: unknown, unsure: string | undefined): string {
  if (unsure && isUnanswered(error)) return unsure
  if (error instanceof CallError && error.status === 0) return error.message
  return messageOf(error, 'Import failed')
}

/** How often the import is read once the progress stream is lost. */
const POLL_MS = 1000

interface Progress {
  progress: number
  connection: string
}

interface Run extends KeptPreview, Started {
  signal: AbortSignal
  show: (part: Partial<Progress>) => void
}

class ImportFailure extends ShownError {}

/** Starts the import of a preview and follows it to its outcome. The server continues without the browser. */
async function runImport(run: Run): Promise<Import> {
  await startImport(run).catch(async (error) => {
    if (!(await isKnown(run))) throw error
  })
  await followProgress(run)
  run.signal.throwIfAborted()
  return settledImport(run)
}

function startImport({ previewId, importId, send, roundId, anyway, signal }: Run) {
  const form = new FormData()
  form.append('importId', importId)
  form.append('previewId', previewId)
  form.append('send', String(send))
  if (anyway) form.append('anyway', anyway)
  if (send) form.append('roundId', String(roundId ?? 0))
  const answerMs = calls.MAX_OPENING_MS + TIMEOUT_MS
  return upload(calls.importClients, form, { signal, answerMs, onProgress: () => {} })
}

/** Shows the progress until the stream ends or breaks. A broken stream never fails the import. */
async function followProgress({ importId, signal, show }: Run) {
  let opened = false
  const onOpen = () => {
    opened = true
    show({ connection: 'Connected' })
  }
  try {
    const events = readEvents<ProgressEvent>(calls.importProgress, { importId }, { signal, onOpen })
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

/** Whether the import started even though its reply was lost. */
const isKnown = (run: Run) => readImport(run).then(Boolean, () => false)

/** Undefined if the import cannot be read now: it may be running. Throws if it is missing or forbidden. */
async function readImport({ importId, signal }: Run) {
  try {
    return await call(calls.getImport, { params: { importId } }, signal)
  } catch (error) {
    if (!(error instanceof CallError) || [401, 403, 404].includes(error.status)) throw error
    return undefined
  }
}
