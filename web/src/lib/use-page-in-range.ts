import { useEffect, useEffectEvent } from 'react'

interface Asked {
  page: number
  limit: number
}

/**
 * Goes to the last page where the one asked for has vanished, by a deletion or an old link. `total` is
 * undefined while it is not known for this query.
 */
export function usePageInRange(
  asked: Asked,
  total: number | undefined,
  goTo: (page: number) => void,
) {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / asked.limit))
  const beyond = total !== undefined && asked.page > lastPage
  const goBack = useEffectEvent(() => goTo(lastPage))
  useEffect(() => {
    if (beyond) goBack()
  }, [beyond])
}
