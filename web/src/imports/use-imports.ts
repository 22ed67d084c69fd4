import { getImport, listImports } from '@attest/contract/imports'
import type * as z from 'zod/mini'
import { usePage, useRead } from '../lib/use-read.ts'

const LIVE_MS = 2000

export const ImportQuery = listImports.query
export type ImportQuery = z.output<typeof ImportQuery>

export const useImports = (query: ImportQuery) =>
  usePage(listImports, {
    query,
    queryKey: ['imports', query],
    refetchInterval: ({ state }) =>
      state.data?.imports.some((each) => each.state === 'running' || each.state === 'undoing')
        ? LIVE_MS
        : false,
  })

/** The file's name, until then a word for it. */
export function useImportName(importId: string): string {
  const { data } = useRead(getImport, {
    params: { importId },
    queryKey: ['import name', importId],
    enabled: importId !== '',
  })
  return data?.file_name ?? 'One import'
}
