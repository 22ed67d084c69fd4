import { PAGE_SIZES } from '@attest/contract/clients'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'
import { LabeledSelect } from './field.tsx'
import { ReadError } from './panel.tsx'

export interface PagedListProps<Data> {
  reading: UseQueryResult<Data>
  query: Paging
  onQuery: TurnPage
  /** Names the page buttons if a screen has several lists. */
  pages?: string
  failure: string
  empty: ReactNode
  /** Draws the rows: a skeleton without `data`, and the last query's rows while `stale`. */
  children: (data: Data | undefined, stale: boolean) => ReactNode
}

export function PagedList<Data extends { total: number }>(props: PagedListProps<Data>) {
  const { reading, query, onQuery, pages, failure, empty, children } = props
  const { data: page, error, isPlaceholderData: stale } = reading
  // The last query's rows stay until the next ones arrive, unless there were none.
  const current = stale && page?.total === 0 ? undefined : page
  usePageInRange(query, stale ? undefined : current?.total, onQuery)
  // Deferred, so a key press does not wait for the rows.
  const { data, faded } = useDeferredValue(
    useMemo(() => ({ data: current, faded: stale }), [current, stale]),
  )
  if (error && !data) return <ReadError title={failure} reading={reading} />
  if (data?.total === 0) return empty
  return (
    <>
      {children(data, faded)}
      <Pagination query={query} total={data?.total} onQuery={onQuery} label={pages} />
    </>
  )
}

/** Goes to the last page if the requested one no longer exists, after a deletion or by an old link. */
function usePageInRange(query: Paging, total: number | undefined, onQuery: TurnPage) {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / query.limit))
  const beyond = total !== undefined && query.page > lastPage
  const goBack = useEffectEvent(() => void onQuery({ page: lastPage }, { replace: true }))
  useEffect(() => {
    if (beyond) goBack()
  }, [beyond])
}

/** The number of page buttons (spec §9). */
const WINDOW = 5

interface Paging {
  page: number
  limit: number
}

type TurnPage = (changes: Partial<Paging>, options?: { replace?: boolean }) => void

interface PaginationProps {
  query: Paging
  total: number | undefined
  onQuery: TurnPage
  label?: string | undefined
}

function Pagination({ query, total, onQuery, label }: PaginationProps) {
  const { page, limit } = query
  // An address may ask for another page size.
  const sizes = new Set<number>([...PAGE_SIZES, limit])
  const from = !total ? 0 : (page - 1) * limit + 1
  const to = Math.min(page * limit, total ?? 0)
  const last = Math.max(1, Math.ceil((total ?? 0) / limit))
  const onPage = (next: number) => onQuery({ page: next })
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 border-t border-line px-4 py-3 text-md text-ink-2 md:px-5.5">
      <div className="flex items-center gap-2">
        <LabeledSelect
          label="Rows"
          className="w-19"
          value={limit}
          options={Array.from(sizes, (size) => [size, String(size)])}
          onValueChange={(value) => onQuery({ limit: Number(value), page: 1 })}
        />
      </div>
      <p role="status">
        {total !== undefined &&
          `Showing ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(total)} results`}
      </p>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 max-md:w-full md:ml-auto">
        {/* By the five buttons alone, a long list's end would be thousands of presses away. */}
        {last > WINDOW && (
          <Button
            size="sm"
            aria-label={`Last page, ${formatNumber(last)}`}
            blocked={page >= last}
            onClick={() => onPage(last)}
          >
            Last ({formatNumber(last)})
          </Button>
        )}
        <PageButtons label={label} page={page} last={last} onPage={onPage} />
      </div>
    </div>
  )
}

interface PageProps {
  page: number
  last: number
  onPage: (page: number) => void
}

function PageButtons({ label = 'Pages', page, last, onPage }: PageProps & { label?: string }) {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), last - WINDOW + 1))
  const shown = Array.from({ length: Math.min(WINDOW, last) }, (_, n) => first + n)
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 max-md:w-full">
      <Button repeats size="sm" blocked={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      {shown.map((n) => (
        <Button
          key={n}
          size="sm"
          variant={n === page ? 'primary' : 'secondary'}
          aria-label={`Page ${formatNumber(n)}`}
          aria-current={n === page ? 'page' : undefined}
          className="min-w-8 max-md:max-w-14 max-md:flex-1"
          onClick={() => onPage(n)}
        >
          {formatNumber(n)}
        </Button>
      ))}
      <Button repeats size="sm" blocked={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
