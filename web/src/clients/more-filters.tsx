import { ClientFilter, type ClientQuery } from '@attest/contract/clients'
import { STATES } from '@attest/contract/states'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { useImportName } from '../imports/use-imports.ts'
import { REASON_NAMES } from '../rounds/round-words.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { ChangeQuery } from './client-filters.tsx'

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
  ...REASON_NAMES,
  excused: 'Excused',
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

interface MoreFiltersProps {
  query: ClientQuery
  onChange: ChangeQuery
}

/** Open from the start if one of them narrows the list. */
export function MoreFilters({ query, onChange }: MoreFiltersProps) {
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

function Fields({ query, onChange }: MoreFiltersProps) {
  const { data: templates = [] } = useTemplates()
  const importName = useImportName(query.importId)
  const set = (name: (typeof MORE)[number]) => (value: string) =>
    onChange({ [name]: value, page: 1 })
  return (
    <div className="grid gap-x-3 gap-y-2.5 pt-1 md:grid-cols-4 max-md:grid-cols-2">
      <Choice label="Open round" value={query.round} onChange={set('round')} options={ROUND} />
      <Choice
        label="Last email"
        value={query.emailed}
        onChange={set('emailed')}
        options={EMAILED}
      />
      <Choice
        label="May be asked"
        value={query.excused}
        onChange={set('excused')}
        options={EXCUSED}
      />
      <Choice
        label="Details"
        value={query.incomplete}
        onChange={set('incomplete')}
        options={INCOMPLETE}
      />
      <Choice
        label="Group"
        value={query.group}
        onChange={set('group')}
        options={{ '': 'Any', ...Object.fromEntries(templates.map(({ id, name }) => [id, name])) }}
      />
      <Choice
        label="State"
        value={query.state}
        onChange={set('state')}
        options={{ '': 'Any', ...Object.fromEntries(STATES) }}
      />
      <Field label="Changed since">
        <Input
          type="date"
          value={query.since}
          onChange={(event) => set('since')(event.target.value)}
        />
      </Field>
      {query.importId !== '' && (
        <Choice
          label="Import"
          value={query.importId}
          onChange={set('importId')}
          options={{ '': 'Any', [query.importId]: importName }}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: Record<string, string>
}

const Choice = ({ label, value, onChange, options }: ChoiceProps) => (
  <Field label={label}>
    <Select
      className="w-full"
      value={value}
      options={Object.entries(options)}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)
