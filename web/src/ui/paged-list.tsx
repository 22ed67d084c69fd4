import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Pagination, type Paging, type TurnPage } from './pagination.tsx'
import { ReadError } from './read-error.tsx'

interface PagedListProps<Data> {
  reading: UseQueryResult<Data>
  query: Paging
  onQuery: TurnPage
  /** Names the page buttons where a screen has several. */
  pages?: string
  failure: string
  empty: ReactNode
  /** Draws the rows: a skeleton without `data`, and the last query's rows while `stale`. */
  children: (data: Data | undefined, stale: boolean) => ReactNode
}

export function PagedList<Data extends { total: number }>(props: PagedListProps<Data>) {
  const { reading, query, onQuery, pages, failure, empty, children } = props
  const { data: page, error, isPlaceholderData } = reading
  // The last query's rows stay until the next arrive; an empty result says nothing about the next.
  const data = isPlaceholderData && page?.total === 0 ? undefined : page
  usePageInRange(query, isPlaceholderData ? undefined : data?.total, onQuery)
  if (error && !data) return <ReadError title={failure} reading={reading} />
  if (data?.total === 0) return empty
  return (
    <>
      {children(data, isPlaceholderData)}
      <Pagination query={query} total={data?.total} onQuery={onQuery} label={pages} />
    </>
  )
}

/** Goes to the last page where the one asked for has vanished, by a deletion or an old link. */
export function usePageInRange(query: Paging, total: number | undefined, onQuery: TurnPage) {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / query.limit))
  const beyond = total !== undefined && query.page > lastPage
  const goBack = useEffectEvent(() => void onQuery({ page: lastPage }, { replace: true }))
  useEffect(() => {
    if (beyond) goBack()
  }, [beyond])
}
