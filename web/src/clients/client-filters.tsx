import type { ClientQuery, StatusFilter } from '@attest/contract/clients'
import { SearchBox } from '../ui/search-box.tsx'
import { Select } from '../ui/select.tsx'
import { MoreFilters } from './more-filters.tsx'

export type ChangeQuery = (changes: Partial<ClientQuery>, options?: { replace?: boolean }) => void

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
    <search className="flex flex-wrap gap-2.5 border-b border-line px-4 py-3.5 md:px-5.5">
      <SearchBox
        placeholder="Search by name, number or email"
        value={query.search}
        onChange={(search) => onChange({ search, page: 1 }, { replace: true })}
      />
      <Select
        aria-label="Status"
        className="w-42.5 max-md:flex-1"
        value={query.status}
        onChange={(event) => onChange({ status: event.target.value as StatusFilter, page: 1 })}
      >
        <option value="all">All Status</option>
        <option value="confirmed">Confirmed</option>
        <option value="updated">Updated</option>
        <option value="pending">Pending</option>
      </Select>
      {/* On a phone the table has no headings to sort by. */}
      <Select
        aria-label="Sort by"
        className="w-42.5 max-md:flex-1 md:hidden"
        value={query.sort}
        onChange={(event) => onChange({ sort: event.target.value as ClientQuery['sort'], page: 1 })}
      >
        {SORTS.map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <MoreFilters query={query} onChange={onChange} />
    </search>
  )
}
