import { ClientFilter, ClientQuery } from '@attest/contract/clients'
import { isOwnField, type OwnColumn } from '@attest/contract/own-columns'
import { getListColumns, saveListColumns, USUAL_COLUMNS, type View } from '@attest/contract/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/call.ts'
import { mayRetry, refresh, toastFailure } from '../lib/use-action.ts'
import { ownText, useOwnColumns, useOwners } from '../lib/use-own-columns.ts'
import { useRead } from '../lib/use-read.ts'
import { useViews } from '../lib/use-views.ts'

/** The list's state in the address: its query, the view (`id-version`) that opened it, and its columns. */
export const ListQuery = z.extend(ClientQuery, {
  view: z._default(z.string(), ''),
  columns: z._default(z.string(), ''),
})
export type ListQuery = z.infer<typeof ListQuery>

/** The view that opened the list, and that view's version then. */
export function useOpenView(address: string) {
  const { data: views = [] } = useViews()
  const [id, version] = address.split('-').map(Number)
  const open = views.find((view) => view.id === id)
  return { views, open: open && { ...open, version: version ?? open.version } }
}

export const isChanged = (query: ListQuery, view: View) =>
  [
    [ClientFilter.parse(query), view.filter],
    [query.sort, view.sort],
    [query.columns, view.columns.join()],
  ].some(([now, saved]) => JSON.stringify(now) !== JSON.stringify(saved))

const KEY = ['list columns']

/** Ids of columns; undefined while they load. The address wins over the administrator's own choice. */
export function useListColumns(inAddress: string, onAddress: (columns: string) => void) {
  const queries = useQueryClient()
  const { data, isError } = useRead(getListColumns, { queryKey: KEY })
  // Saves one change after another. `action` would ignore a second one while the first is being saved.
  const { mutate } = useMutation({
    scope: { id: 'list columns' },
    mutationFn: (next: string[]) => call(saveListColumns, { body: { columns: next } }),
    onError: (error) => {
      toastFailure(mayRetry('Not saved', 'Your columns could not be saved.'), error)
      void refresh(queries, KEY)
    },
  })
  const own = data?.columns ?? (isError ? USUAL_COLUMNS : undefined)
  const columns = useMemo(() => (inAddress ? inAddress.split(',') : own), [inAddress, own])
  const change = (next: string[]) => {
    if (inAddress) return onAddress(next.join())
    queries.setQueryData(KEY, { columns: next })
    mutate(next)
  }
  return { columns, change }
}

const NO_OWN: OwnColumn[] = []

/** The own columns that `ids` need, with owners; undefined while they load. A failed reading leaves them out. */
export function useOwnOf(ids: string[] = []) {
  const needed = ids.some(isOwnField)
  const { data, isPending } = useOwnColumns(needed)
  const owners = useOwners(needed ? data : undefined)
  const columns = needed ? data : NO_OWN
  return useMemo(
    () =>
      needed && isPending
        ? undefined
        : { columns, text: (column: OwnColumn, value: string) => ownText(column, value, owners) },
    [needed, isPending, columns, owners],
  )
}
