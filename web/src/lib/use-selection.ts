import { useCallback, useState } from 'react'

/** Chosen ids; only rows on screen count. */
export function useSelection(shown: { id: number }[] | undefined) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const ids = shown?.map(({ id }) => id) ?? []
  const select = useCallback((id: number, on: boolean) => {
    choose((old) => {
      const next = new Set(old)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return {
    selected: new Set(ids.filter((id) => chosen.has(id))),
    select,
    choose,
    setAll: (on: boolean) => choose(new Set(on ? ids : [])),
  }
}
