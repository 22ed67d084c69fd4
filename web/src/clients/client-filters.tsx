import type { ClientQuery, StatusFilter } from '@attest/contract/clients'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Select } from '../ui/select.tsx'
import { MoreFilters } from './more-filters.tsx'

export type ChangeQuery = (changes: Partial<ClientQuery>, options?: { replace?: boolean }) => void

const STATUSES: [StatusFilter, string][] = [
  ['all', 'All Status'],
  ['confirmed', 'Confirmed'],
  ['updated', 'Updated'],
  ['pending', 'Pending'],
]

const SORTS: [ClientQuery['sort'], string][] = [
  ['-last_updated', 'Latest first'],
  ['last_updated', 'Oldest first'],
  ['last_name', 'Last name A–Z'],
  ['-last_name', 'Last name Z–A'],
  ['first_name', 'First name A–Z'],
  ['-first_name', 'First name Z–A'],
  ['client_number', 'Client number'],
  ['-client_number', 'Client number, highest first'],
  ['email', 'Email A–Z'],
  ['-email', 'Email Z–A'],
  ['status', 'Status, confirmed first'],
  ['-status', 'Status, updated first'],
  ['-created_at', 'Last added first'],
  ['created_at', 'First added first'],
]

interface ClientFiltersProps {
  query: ClientQuery
  onChange: ChangeQuery
}

export function ClientFilters({ query, onChange }: ClientFiltersProps) {
  return (
    <FilterBar placeholder="Search by name, number or email" query={query} onQuery={onChange}>
      <Select
        aria-label="Status"
        className="w-42.5 max-md:flex-1"
        value={query.status}
        options={STATUSES}
        onChange={(event) => onChange({ status: event.target.value as StatusFilter, page: 1 })}
      />
      {/* On a phone the table has no headings to sort by. */}
      <Select
        aria-label="Sort by"
        className="w-42.5 max-md:flex-1 md:hidden"
        value={query.sort}
        options={SORTS}
        onChange={(event) => onChange({ sort: event.target.value as ClientQuery['sort'], page: 1 })}
      />
      <MoreFilters query={query} onChange={onChange} />
    </FilterBar>
  )
}
