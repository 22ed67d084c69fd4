import { EXPORT_WAIT_MS } from '@attest/contract/exports'
import { getUndo, undoImport } from '@attest/contract/import-undo'
import {
  cancelImport,
  deleteImportFile,
  downloadImportFile,
  downloadRejectedRows,
  emailImported,
  getImport,
  type Import,
  listRejectedRows,
} from '@attest/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, messageOf } from '../lib/call.ts'
import { download } from '../lib/download.ts'
import { saveDownload } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { useAction, useSingleMutation } from '../lib/use-action.ts'

const LIVE_MS = 1000

type RejectedQuery = z.output<(typeof listRejectedRows)['query']>
export type UndoQuery = z.output<(typeof getUndo)['query']>

const MOVING: readonly Import['state'][] = ['running', 'sending', 'undoing']

/** With live progress: the server's row is the truth, whoever started the import. */
export const useImportRecord = (importId: string) =>
  useQuery({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) => call(getImport, { params: { importId } }, signal),
    refetchInterval: ({ state }) =>
      state.data && MOVING.includes(state.data.state) ? LIVE_MS : false,
  })

export const useRejectedRows = (importId: string, query: RejectedQuery) =>
  useQuery({
    queryKey: ['imports', importId, 'rejected', query],
    queryFn: ({ signal }) => call(listRejectedRows, { params: { importId }, query }, signal),
    placeholderData: keepPreviousData,
  })

export const useUndoPlan = (importId: string, query: UndoQuery) =>
  useQuery({
    queryKey: ['imports', importId, 'undo', query],
    queryFn: ({ signal }) => call(getUndo, { params: { importId }, query }, signal),
    placeholderData: keepPreviousData,
  })

export const useCancelImport = () =>
  useAction(cancelImport, {
    success: { title: 'Import canceled', text: 'What was imported stays. Nobody is emailed.' },
    failure: { title: 'Cancel failed', text: 'The import could not be canceled.' },
  })

export const useEmailImported = () =>
  useAction(emailImported, {
    success: { title: 'Sending emails', text: 'Mailings shows the result of each.' },
    failure: { title: 'Bulk Email Failed', text: 'Failed to send bulk emails' },
  })

export const useUndoImport = () =>
  useAction(undoImport, {
    success: { title: 'Undo started', text: 'It goes on by itself, even without this page.' },
    failure: { title: 'Undo failed', text: 'The import could not be undone.' },
  })

export const useDeleteFile = () =>
  useAction(deleteImportFile, {
    success: { title: 'File deleted' },
    failure: { title: 'Delete failed', text: 'Failed to delete file' },
  })

const FILES = { imported: downloadImportFile, rejected: downloadRejectedRows }

export const useSaveFile = (importId: string) =>
  useSingleMutation({
    mutationFn: async (which: keyof typeof FILES) => {
      const file = await download(FILES[which], { params: { importId } }, EXPORT_WAIT_MS)
      return saveDownload(file, 'rows-not-imported.csv')
    },
    onSuccess: (file) => toast({ title: 'File saved', text: `Saved as ${file}.` }),
    onError: (error) =>
      toast({
        title: 'Download failed',
        text: messageOf(error, 'Failed to download file'),
        tone: 'danger',
      }),
  })
