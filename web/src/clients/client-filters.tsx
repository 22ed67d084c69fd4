import type { ClientFilter, ClientQuery } from '@attest/contract/clients'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { NO_FILTER } from '../lib/use-views.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { sortChoices } from './list-columns.tsx'
import { type ChangeQuery, STATUSES } from './use-clients.ts'

const SetFilters = lazyPart(() => import('./set-filters.tsx'))

interface ClientFiltersProps {
  query: ClientQuery
  onChange: ChangeQuery
  children?: ReactNode
}

export function ClientFilters({ query, onChange, children }: ClientFiltersProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const hasChips = isFiltered({ ...query, search: '' })
  return (
    <>
      <FilterBar placeholder="Search by name, number or email" query={query} onQuery={onChange}>
        <Select
          aria-label="Status"
          className="w-42.5 max-md:flex-1"
          value={query.status}
          options={STATUSES}
          onValueChange={(status) => onChange({ status, page: 1 })}
        />
        {/* On a phone the table has no headings to sort by. */}
        <Select
          aria-label="Sort by"
          className="w-42.5 max-md:flex-[1.3] md:hidden"
          value={query.sort}
          options={sortChoices(query.sort)}
          onValueChange={(sort) => onChange({ sort, page: 1 })}
        />
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <ListFilter aria-hidden />
          <span className="max-md:sr-only">Filters</span>
        </Button>
        {children}
      </FilterBar>
      {/* Reserves the height of chips that are still loading. */}
      <div id={id} className={hasChips ? 'min-h-13.25' : ''}>
        {(open || hasChips) && (
          <SetFilters
            query={query}
            open={open}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </>
  )
}

export const isFiltered = (query: ClientQuery) =>
  Object.entries(NO_FILTER).some(([name, none]) => query[name as keyof ClientFilter] !== none)
