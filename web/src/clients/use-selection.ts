import { useCallback, useState } from 'react'

/** Chosen ids; only rows on screen count. */
export function useSelection(shown: { id: number }[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = shown?.map(({ id }) => id) ?? []
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const select = useCallback((id: number, on: boolean) => {
    setChosen((old) => {
      const next = new Set(old)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return {
    selected,
    select,
    clear: () => setChosen(new Set()),
    setAll: (on: boolean) => setChosen(new Set(on ? ids : [])),
  }
}
