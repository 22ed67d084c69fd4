import { getImport, listImports } from '@attest/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../lib/call.ts'

const LIVE_MS = 2000

export const ImportQuery = listImports.query
export type ImportQuery = z.output<typeof ImportQuery>

export const useImports = (query: ImportQuery) =>
  useQuery({
    queryKey: ['imports', query],
    queryFn: ({ signal }) => call(listImports, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.imports.some((each) => each.state === 'running' || each.state === 'undoing')
        ? LIVE_MS
        : false,
  })

/** The file's name, until then a word for it. */
export function useImportName(importId: string): string {
  const { data } = useQuery({
    queryKey: ['import name', importId],
    queryFn: ({ signal }) => call(getImport, { params: { importId } }, signal),
    enabled: importId !== '',
  })
  return data?.file_name ?? 'One import'
}
