import { type CorrectedRows, correctedSheet } from '@attest/contract/corrections'
import * as calls from '@attest/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { useSaveDownload } from '../lib/download.ts'
import { action, mayRetry, refresh } from '../lib/use-action.ts'
import { usePage, useRead } from '../lib/use-read.ts'

const LIVE_MS = 1000
const LIST_MS = 2000

export const ImportQuery = calls.listImports.query
type RejectedQuery = z.output<(typeof calls.listRejectedRows)['query']>
const MOVING: readonly calls.Import['state'][] = ['running', 'sending', 'undoing']

const isMoving = ({ state }: Pick<calls.Import, 'state'> | calls.ImportSummary) =>
  MOVING.some((each) => each === state)

export const useImports = (query: z.output<typeof ImportQuery>) =>
  usePage(calls.listImports, {
    query,
    refetchInterval: ({ state }) => (state.data?.imports.some(isMoving) ? LIST_MS : false),
  })

export function useImportName(importId: string): string {
  const { data } = useRead(calls.getImport, { params: { importId }, enabled: importId !== '' })
  return data?.file_name ?? 'One import'
}

/** Reads the import with live progress, whoever started it. Its end rereads all figures. */
export function useImportRecord(importId: string) {
  const queries = useQueryClient()
  const reading = useRead(calls.getImport, {
    params: { importId },
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_MS : false),
  })
  const moving = reading.data !== undefined && isMoving(reading.data)
  const moved = useRef(moving)
  useEffect(() => {
    if (moved.current && !moving) void refresh(queries)
    moved.current = moving
  }, [moving, queries])
  return reading
}

export const useRejectedRows = (importId: string, query: RejectedQuery) =>
  usePage(calls.listRejectedRows, { params: { importId }, query })

export const useCancelImport = action(calls.cancelImport, {
  success: { title: 'Import canceled', text: 'The rows imported so far stay. Nobody is emailed.' },
  failure: mayRetry('Cancel failed', 'The import could not be canceled.'),
})

export const useEmailImported = action(calls.emailImported, {
  success: { title: 'Sending emails', text: 'Mailings shows the result of each.' },
  failure: { title: 'Bulk Email Failed', text: 'Failed to send bulk emails' },
})

export const useDeleteFile = action(calls.deleteImportFile, {
  success: { title: 'File deleted' },
  failure: { title: 'Delete failed', text: 'Failed to delete file' },
})

export const useSaveCorrected = (importId: string) =>
  useSaveDownload({
    ask: (rows: CorrectedRows) => [
      correctedSheet,
      { params: { importId }, query: { rows } },
      'corrected',
    ],
    saved: 'Corrected sheet saved',
    failure: mayRetry('Download failed', 'The corrected sheet could not be saved.'),
  })

const FILES = { imported: calls.downloadImportFile, rejected: calls.downloadRejectedRows }

export const useSaveFile = (importId: string) =>
  useSaveDownload({
    ask: (which: keyof typeof FILES) => [
      FILES[which],
      { params: { importId } },
      'rows-not-imported.csv',
    ],
    saved: 'File saved',
    failure: { title: 'Download failed', text: 'Failed to download file' },
  })
