import {
  getImport,
  type Import,
  importClients,
  importProgress,
  MAX_OPENING_MS,
  type ProgressEvent,
} from '@attest/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call, isUnanswered, messageOf } from '../lib/call.ts'
import { isReadable } from '../lib/is-readable.ts'
import { readEvents } from '../lib/read-events.ts'
import { currentSession } from '../lib/session.ts'
import { TIMEOUT_MS } from '../lib/time-limit.ts'
import { toast } from '../lib/toast.ts'
import { upload } from '../lib/upload.ts'
import { isSessionOver, refresh } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import { outcomeToast } from './outcome-toast.ts'

/** How often the import's row is read where the progress stream is lost. */
const POLL_MS = 1000

/** Ends the wait for an import's row: it is missing or not readable. */
const NOT_TO_BE_READ = new Set([403, 404])

export type ImportScreen =
  /** With why the last try with that file failed. */
  | { at: 'choosing'; failure?: { file: File; text: string } }
  | {
      at: 'importing'
      send: boolean
      uploaded: number
      /** Place in line while the file waits to be read: 1 is next. */
      place: number | undefined
      progress: number
      connection: string
    }
  | { at: 'done'; outcome: Import }

type Importing = Extract<ImportScreen, { at: 'importing' }>

/** One import from the chosen file to its outcome. The server goes on if the dialog is left. */
export function useImport() {
  const [screen, setScreen] = useState<ImportScreen>({ at: 'choosing' })
  const queries = useQueryClient()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  // By whether mail is sent. Until an import has ended, the next try with that file is the same one to
  // the server, which may have taken it whatever was answered: otherwise all would be written to twice.
  const tries = useRef(new Map<boolean, { file: File; importId: string }>())

  const show = (part: Partial<Importing>) =>
    setScreen((old) => (old.at === 'importing' ? { ...old, ...part } : old))

  async function start(file: File, send: boolean) {
    abort.current = new AbortController()
    const { signal } = abort.current
    setScreen({
      at: 'importing',
      send,
      uploaded: 0,
      place: undefined,
      progress: 0,
      connection: 'Connecting...',
    })
    const last = tries.current.get(send)
    const importId = last?.file === file ? last.importId : uuid()
    tries.current.set(send, { file, importId })
    try {
      const outcome = await runImport(file, { importId, send, signal, show })
      tries.current.delete(send)
      toast(outcomeToast(outcome))
      setScreen({ at: 'done', outcome })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ImportFailure) tries.current.delete(send)
      const text = reasonOf(error)
      toast({ title: 'Import failed', text, tone: 'danger' })
      setScreen({ at: 'choosing', failure: { file, text } })
    } finally {
      void refresh(queries)
    }
  }
  return { screen, start }
}

/** The server reports that the import failed. */
class ImportFailure extends Error {}

function reasonOf(error: unknown) {
  if (error instanceof ImportFailure) return error.message
  if (error instanceof CallError && error.status === 0) return error.message
  return messageOf(error, 'Import failed')
}

interface Run {
  importId: string
  send: boolean
  signal: AbortSignal
  show: (part: Partial<Importing>) => void
}

async function runImport(file: File, run: Run): Promise<Import> {
  if (!currentSession().token) throw new CallError(0, 'Authentication required')
  if (!(await isReadable(file))) {
    throw new CallError(
      0,
      'The file has been changed or moved since you chose it. Please choose it again.',
    )
  }
  const { lost, followed } = await sendAndFollow(file, run)
  await followed
  run.signal.throwIfAborted()
  return settledImport(run, lost)
}

/** Opens the progress stream once all bytes have left: the file may have to wait before the answer comes. */
async function sendAndFollow(file: File, run: Run) {
  const stream = new AbortController()
  run.signal.addEventListener('abort', () => stream.abort())
  let followed: Promise<void> | undefined
  const follow = () => {
    run.show({ uploaded: 100 })
    followed ??= followProgress({ ...run, signal: stream.signal })
  }
  try {
    const lost = await sendSheet(file, run, follow)
    follow()
    return { lost, followed }
  } catch (error) {
    stream.abort()
    throw error
  }
}

/** No answer came after the last byte; the server may accept the import until then. */
interface LostAnswer {
  error: unknown
  until: number
}

/** Resolves once the server has the file, also where its answer to that was lost. */
async function sendSheet(
  file: File,
  run: Run,
  onSent: () => void,
): Promise<LostAnswer | undefined> {
  // The server reads the small fields before the file streams in.
  const form = new FormData()
  form.append('importId', run.importId)
  form.append('send', String(run.send))
  form.append('file', file)
  let gone = false
  const onProgress = (uploaded: number) => {
    gone = uploaded === 100
    if (gone) onSent()
    else run.show({ uploaded })
  }
  const answerMs = MAX_OPENING_MS + TIMEOUT_MS
  try {
    await upload(importClients, form, { signal: run.signal, answerMs, onProgress })
  } catch (error) {
    if (run.signal.aborted || !gone || !isUnanswered(error)) throw error
    return { error, until: performance.now() + MAX_OPENING_MS }
  }
}

/** Shows the stream's progress until it is through or lost; it never fails the import. */
async function followProgress({ importId, signal, show }: Run) {
  let opened = false
  try {
    const events = readEvents<ProgressEvent>(
      importProgress,
      { importId },
      {
        signal,
        onOpen: () => {
          opened = true
          show({ connection: 'Connected' })
        },
      },
    )
    for await (const { progress, place, completed } of events) {
      show({ progress, place })
      if (completed) return
    }
    show({ connection: 'Connection closed. Progress updates may not be available.' })
  } catch {
    if (signal.aborted) return
    show({
      place: undefined,
      connection: opened
        ? 'Lost connection to server. Progress updates may not be available.'
        : 'Failed to establish connection to server.',
    })
  }
}

/** Polls the import's row until it has ended. */
async function settledImport(run: Run, lost: LostAnswer | undefined): Promise<Import> {
  const { signal, show } = run
  for (;;) {
    const outcome = await readImport(run, lost)
    if (outcome?.state === 'failed') throw new ImportFailure(outcome.error ?? 'Import failed')
    if (outcome?.state === 'completed') return outcome
    if (outcome) show({ progress: outcome.progress })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
  }
}

/** Undefined while the row cannot be read: the import may well be going on. */
async function readImport({ importId, signal }: Run, lost: LostAnswer | undefined) {
  try {
    return await call(getImport, { params: { importId } }, signal)
  } catch (error) {
    if (!(error instanceof CallError) || isSessionOver(error)) throw error
    if (error.status === 404 && lost) {
      if (performance.now() > lost.until) throw lost.error
      return undefined
    }
    if (NOT_TO_BE_READ.has(error.status)) throw error
    return undefined
  }
}
