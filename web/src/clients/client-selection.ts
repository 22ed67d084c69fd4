import { ClientFilter, type ClientQuery } from '@attest/contract/clients'
import { useCallback, useState } from 'react'
import { useSelection } from '../ui/selectable-row.tsx'

/** Clients for a call: ids, or a filter with the number of matches on screen. */
export type Selected = { ids: number[] } | { filter: ClientFilter; total: number }

/** Selects rows on screen, or all matches. A new filter or number of matches ends the selection of all. */
export function useClientSelection(
  page: { users: { id: number }[]; total: number } | undefined,
  query: ClientQuery,
) {
  const shown = page?.users
  const rows = useSelection(shown)
  const { select: selectRow, choose } = rows
  const filter = ClientFilter.parse(query)
  const key = `${page?.total} ${JSON.stringify(filter)}`
  const [everyKey, setEveryKey] = useState<string>()
  const every = everyKey === key
  const select = useCallback(
    (id: number, on: boolean) => {
      if (every) choose(new Set(shown?.map((row) => row.id)))
      setEveryKey(undefined)
      selectRow(id, on)
    },
    [every, shown, choose, selectRow],
  )
  const setAll = (on: boolean) => {
    setEveryKey(undefined)
    rows.setAll(on)
  }
  const selected = every ? new Set(shown?.map(({ id }) => id)) : rows.selected
  return {
    selected,
    request: (every ? { filter, total: page!.total } : { ids: [...selected] }) as Selected,
    select,
    setAll,
    selectEvery: () => setEveryKey(key),
    clear: () => setAll(false),
  }
}
