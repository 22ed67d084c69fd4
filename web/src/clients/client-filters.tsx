import { ClientFilter, type ClientQuery, type StatusFilter } from '@attest/contract/clients'
import { STATES } from '@attest/contract/place'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { useImportName } from '../imports/use-import-record.ts'
import { REASON_NAMES } from '../rounds/round-words.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'

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

const MORE = [
  'round',
  'emailed',
  'group',
  'state',
  'excused',
  'incomplete',
  'importId',
  'since',
] as const

type Name = (typeof MORE)[number]

const NO_FILTER = ClientFilter.parse({})

/** How many filters beside search and status narrow the list. */
const countMore = (query: ClientQuery) =>
  MORE.filter((name) => query[name] !== NO_FILTER[name]).length

export const isFiltered = (query: ClientQuery) =>
  query.search !== '' || query.status !== 'all' || countMore(query) > 0

const ROUND: Record<ClientQuery['round'], string> = {
  all: 'Any',
  answered: 'Answered',
  outstanding: 'Outstanding',
  unreachable: 'Email cannot reach',
  remindable: 'A reminder reaches',
  ...REASON_NAMES,
  excused: 'Excused',
  outside: 'Not in this round',
}

const EMAILED: Record<ClientQuery['emailed'], string> = {
  all: 'Any',
  day: 'In the last 24 hours',
  not_day: 'Not in the last 24 hours',
  week: 'In the last 7 days',
  month: 'In the last 30 days',
  earlier: 'More than 30 days ago',
  never: 'Never',
  failed: 'Last email failed',
}

const EXCUSED = { all: 'Any', no: 'Yes', yes: 'No', disputed: 'Not while disputed' }

const INCOMPLETE = { all: 'Any', yes: 'Incomplete' }

/** Open from the start if one of them narrows the list. */
function MoreFilters({ query, onChange }: ClientFiltersProps) {
  const [open, setOpen] = useState(countMore(query) > 0)
  const id = useId()
  const count = countMore(query)
  return (
    <>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ListFilter aria-hidden />
        <span className="max-md:sr-only">Filters</span>
        {count > 0 && ` (${count})`}
      </Button>
      {isFiltered(query) && (
        <Button variant="quiet" onClick={() => onChange({ ...NO_FILTER, page: 1 })}>
          Clear Filters
        </Button>
      )}
      <div id={id} hidden={!open} className="w-full">
        {open && <Fields query={query} onChange={onChange} />}
      </div>
    </>
  )
}

function Fields({ query, onChange }: ClientFiltersProps) {
  const { data: templates = [] } = useTemplates()
  const importName = useImportName(query.importId)
  const groups = Object.fromEntries(templates.map(({ id, name }) => [id, name]))
  const choices: [name: Name, label: string, options: Record<string, string>][] = [
    ['round', 'Open round', ROUND],
    ['emailed', 'Last email', EMAILED],
    ['excused', 'May be asked', EXCUSED],
    ['incomplete', 'Details', INCOMPLETE],
    ['group', 'Group', { '': 'Any', ...groups }],
    ['state', 'State', { '': 'Any', ...Object.fromEntries(STATES) }],
  ]
  if (query.importId !== '')
    choices.push(['importId', 'Import', { '': 'Any', [query.importId]: importName }])
  const set = (name: Name, value: string) => onChange({ [name]: value, page: 1 })
  return (
    <div className="grid gap-x-3 gap-y-2.5 pt-1 md:grid-cols-4 max-md:grid-cols-2">
      {choices.map(([name, label, options]) => (
        <Field key={name} label={label}>
          <Select
            className="w-full"
            value={query[name]}
            options={Object.entries(options)}
            onChange={(event) => set(name, event.target.value)}
          />
        </Field>
      ))}
      <Field label="Changed since">
        <Input
          type="date"
          value={query.since}
          onChange={(event) => set('since', event.target.value)}
        />
      </Field>
    </div>
  )
}
