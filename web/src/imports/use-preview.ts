import * as calls from '@attest/contract/import-previews'
import { MAX_OPENING_MS } from '@attest/contract/imports'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readFailure, replyIn, request } from '../lib/call.ts'
import { TIMEOUT_MS, timeLimit } from '../lib/time-limit.ts'
import { toastError } from '../lib/toast.ts'
import { isSessionOver } from '../lib/use-action.ts'
import { usePage, useRead } from '../lib/use-read.ts'

export const previewKey = (previewId: string) => ['import preview', previewId]
const rowsKey = (previewId: string) => ['import preview rows', previewId]

export const usePreview = (previewId: string) =>
  useRead(calls.getPreview, { params: { previewId }, queryKey: previewKey(previewId) })

type RowQuery = z.output<(typeof calls.listPreviewRows)['query']>

export const usePreviewRows = (previewId: string, query: RowQuery) =>
  usePage(calls.listPreviewRows, {
    params: { previewId },
    query,
    queryKey: [...rowsKey(previewId), query],
  })

/** Sends changes one by one: each reply is the preview after its change. */
export function useChangePreview(previewId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: changeKey(previewId),
    scope: { id: previewId },
    mutationFn: async (body: calls.PreviewChange) => {
      // The server may have to read and plan the whole file again.
      const limit = timeLimit(undefined, MAX_OPENING_MS + TIMEOUT_MS)
      const answer = await request(calls.changePreview, { params: { previewId }, body }, { limit })
      return replyIn(calls.changePreview.reply, answer)
    },
    onSuccess: (preview, { row }) => {
      queries.setQueryData<calls.Preview>(previewKey(previewId), preview)
      if (!row) return queries.invalidateQueries({ queryKey: rowsKey(previewId) })
      // A changed row keeps its place, even on a tab that it no longer belongs to.
      const touched = new Map(preview.rows.map((each) => [each.row, each]))
      queries.setQueriesData<{ rows: calls.PreviewRow[]; total: number }>(
        { queryKey: rowsKey(previewId) },
        (page) => page && { ...page, rows: page.rows.map((each) => touched.get(each.row) ?? each) },
      )
      return undefined
    },
    onError: (error) => {
      if (isSessionOver(error)) return undefined
      toastError('The preview was not changed', readFailure(error))
      // Awaited, as until then it is unknown what the server has.
      return Promise.all(
        [previewKey(previewId), rowsKey(previewId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}

const changeKey = (previewId: string) => ['preview change', previewId]

/** An import that starts during a change would miss it. */
export const useIsChanging = (previewId: string) =>
  useIsMutating({ mutationKey: changeKey(previewId) }) > 0

export type ChangePreview = ReturnType<typeof useChangePreview>['mutate']
