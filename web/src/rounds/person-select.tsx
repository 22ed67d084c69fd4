import { countByPerson, type PersonFilter } from '@attest/contract/outstanding'
import { formatNumber } from '../lib/format.ts'
import { useRead } from '../lib/use-read.ts'
import { LabeledSelect } from '../ui/field.tsx'

/** Below the round's key, as its counts change with answers. */
export const usePeople = (id: number) =>
  useRead(countByPerson, { queryKey: ['round', id, 'people'], params: { id } })

interface PersonSelectProps {
  roundId: number
  value: PersonFilter
  onChange: (person: PersonFilter) => void
}

/** Chooses whose clients are listed, with counts. Renders nothing without an own column of administrators. */
export function PersonSelect({ roundId, value, onChange }: PersonSelectProps) {
  const { data } = usePeople(roundId)
  if (!data?.column) return null
  const people = data.people.map(({ id, email, outstanding }): [PersonFilter, string] => [
    (id ?? 'nobody') as PersonFilter,
    `${id === null ? 'Nobody' : (email ?? 'Former administrator')} (${formatNumber(outstanding)})`,
  ])
  const isMissing = !['all', 'mine'].includes(value) && !people.some(([id]) => id === value)
  return (
    <div className="flex min-w-0 items-center gap-2 text-md">
      <LabeledSelect
        label={data.column.name}
        labelClass="text-ink-2"
        className="max-w-64 min-w-0"
        value={value}
        options={[
          ['all', 'Everybody'],
          ['mine', 'Mine'],
          ...people,
          ...(isMissing ? [[value, 'Nobody outstanding'] as const] : []),
        ]}
        onValueChange={onChange}
      />
    </div>
  )
}

/** The same choice as a filter `own` for the list of clients; undefined while the column is unknown. */
export function useOwnFilter(roundId: number, person: PersonFilter): string | undefined {
  const { data } = usePeople(roundId)
  if (person === 'all' || data?.column === null) return ''
  return data && `${data.column.id}:${person === 'nobody' ? '' : person}`
}
