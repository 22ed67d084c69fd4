import { ClientFilter, type ClientQuery } from '@attest/contract/clients'
import { useCallback, useState } from 'react'

/** What a call takes: ids, or all who match with the number that was on screen. */
export type Selected = { ids: number[] } | { filter: ClientFilter; total: number }

export const countOf = (selected: Selected) =>
  'ids' in selected ? selected.ids.length : selected.total

/** Chosen ids, or all matches. Only rows on screen count as chosen. */
export function useClientSelection(shown: { id: number }[] | undefined, query: ClientQuery) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const filter = ClientFilter.parse(query)
  const key = JSON.stringify(filter)
  /** The filter whose matches are all chosen. */
  const [everyOf, setEveryOf] = useState<{ key: string; total: number } | null>(null)
  const every = everyOf?.key === key ? everyOf : null
  const ids = shown?.map(({ id }) => id) ?? []
  const selected = new Set(every ? ids : ids.filter((id) => chosen.has(id)))
  const select = useCallback((id: number, on: boolean) => {
    setEveryOf(null)
    setChosen((old) => {
      const next = new Set(old)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  const setAll = (on: boolean) => {
    setEveryOf(null)
    setChosen(new Set(on ? ids : []))
  }
  return {
    selected,
    /** For a call. */
    request: (every ? { filter, total: every.total } : { ids: [...selected] }) as Selected,
    select,
    setAll,
    selectEvery: (total: number) => {
      setChosen(new Set(ids))
      setEveryOf({ key, total })
    },
    clear: () => setAll(false),
  }
}
