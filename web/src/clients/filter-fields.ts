import type { ClientFilter } from '@attest/contract/clients'
import { REASON_NAMES } from '@attest/contract/outstanding'
import { MINE, type OwnColumn, readOwnFilter, writeOwnFilter } from '@attest/contract/own-columns'
import { STATES } from '@attest/contract/place'
import { useImportName } from '../imports/use-import-record.ts'
import { formatDay } from '../lib/format.ts'
import { ownText, useOwnColumns, useOwners } from '../lib/use-own-columns.ts'
import { NO_FILTER } from '../lib/use-views.ts'
import { useTemplates } from '../templates/use-templates.ts'

export interface FilterField {
  key: string
  label: string
  /** A select's options; without them, the value is typed. */
  options?: [value: string, name: string][]
  type?: 'date' | 'text'
  value: string
  isSet: boolean
  off: string
  text: string
  change: (value: string) => Partial<ClientFilter>
}

const ROUND: Record<ClientFilter['round'], string> = {
  all: 'Any',
  answered: 'Answered',
  outstanding: 'Outstanding',
  unreachable: 'Email cannot reach',
  remindable: 'A reminder reaches',
  ...REASON_NAMES,
  excused: 'Excused',
  outside: 'Not in this round',
}

const EMAILED: Record<ClientFilter['emailed'], string> = {
  all: 'Any',
  day: 'In the last 24 hours',
  not_day: 'Not in the last 24 hours',
  week: 'In the last 7 days',
  month: 'In the last 30 days',
  earlier: 'More than 30 days ago',
  never: 'Never',
  failed: 'Last email failed',
}

const EXCUSED = {
  all: 'Any',
  no: 'Yes',
  yes: 'No',
  disputed: 'Not while disputed',
  reported: 'Not while reported',
}

const INCOMPLETE = { all: 'Any', yes: 'Incomplete' }

/** All filters except search and status. `open`: their fields are on screen. */
export function useFilterFields(filter: ClientFilter, open: boolean): FilterField[] {
  const { data: templates = [] } = useTemplates(open || filter.group !== '')
  const importName = useImportName(filter.importId)
  const groups = templates.map(({ id, name }) => [id, name] as const)
  const choice = (
    name: Exclude<keyof ClientFilter, 'own'>,
    label: string,
    options: (readonly [string, string])[],
  ) => fieldOf(filter, name, label, options)
  return [
    choice('round', 'Open round', Object.entries(ROUND)),
    choice('emailed', 'Last email', Object.entries(EMAILED)),
    choice('excused', 'May be asked', Object.entries(EXCUSED)),
    choice('incomplete', 'Details', Object.entries(INCOMPLETE)),
    choice('group', 'Group', [ANY, ...groups]),
    choice('state', 'State', [ANY, ...STATES]),
    ...(filter.importId
      ? [choice('importId', 'Import', [ANY, [filter.importId, importName]])]
      : []),
    {
      ...fieldOf(filter, 'since', 'Changed since'),
      type: 'date',
      text: formatDay(`${filter.since}T00:00`),
    },
    ...useOwnFields(filter, open),
  ]
}

const ANY = ['', 'Any'] as const

export function fieldOf(
  filter: ClientFilter,
  name: keyof ClientFilter,
  label: string,
  options?: (readonly [string, string])[],
): FilterField {
  const value: string = filter[name]
  return {
    key: name,
    label,
    ...(options && { options: options as [string, string][] }),
    value,
    isSet: value !== NO_FILTER[name],
    off: NO_FILTER[name],
    text: options?.find(([each]) => each === value)?.[1] ?? value,
    change: (next) => ({ [name]: next }),
  }
}

function useOwnFields({ own }: ClientFilter, open: boolean): FilterField[] {
  const { data: columns } = useOwnColumns(open || own !== '')
  const owners = useOwners(columns)
  if (!columns) return []
  const ids = new Set(readOwnFilter(own).map(({ id }) => id))
  const gone = [...ids].filter((id) => !columns.some((column) => column.id === id))
  return [
    ...columns.flatMap((column) => ownFields(own, column, owners)),
    ...gone.map((id) => ({
      ...ownField(own, id, 'Deleted column'),
      text: 'no longer exists',
      options: [ANY_OWN],
    })),
  ]
}

const ANY_OWN: [string, string] = ['', 'Any']

function ownField(own: string, id: number, label: string): FilterField {
  const value = readOwnFilter(own).find((condition) => condition.id === id)?.value
  return {
    key: `own.${id}`,
    label,
    type: 'text',
    value: value ?? '',
    isSet: value !== undefined,
    off: '',
    text: value || 'Without a value',
    change: (next) => ({ own: withOwn(own, id, next === '' ? undefined : next) }),
  }
}

/** `value` '' matches clients without a value; undefined removes the condition. */
function withOwn(own: string, id: number, value: string | undefined): string {
  const others = readOwnFilter(own).filter((condition) => condition.id !== id)
  return writeOwnFilter(value === undefined ? others : [...others, { id, value }])
}

function ownFields(own: string, column: OwnColumn, owners: [string, string][]): FilterField[] {
  const { id, name, kind, choices } = column
  const field = ownField(own, id, name)
  if (kind === 'text') return [field]
  if (kind === 'date') return dateFields(own, field, id)
  const values = kind === 'choice' ? choices : [MINE, ...owners.map(([owner]) => owner)]
  const options = [...values, ''].map((value): [string, string] => [
    `=${value}`,
    value === '' ? 'Without a value' : ownText(column, value, owners),
  ])
  return [
    {
      ...field,
      // The = keeps choices apart from the select's own values.
      value: field.isSet ? `=${field.value}` : '',
      options: [ANY_OWN, ...options],
      text: field.value ? ownText(column, field.value, owners) : 'Without a value',
      change: (next) => ({ own: withOwn(own, id, next === '' ? undefined : next.slice(1)) }),
    },
  ]
}

/** Two fields, for the first and the last day, both included. */
function dateFields(own: string, field: FilterField, id: number): FilterField[] {
  const [from = '', to = from] = field.value.split('..')
  const end = (key: string, day: string, range: (next: string) => string): FilterField => ({
    ...field,
    key: `${field.key} ${key}`,
    label: `${field.label} ${key}`,
    type: 'date',
    value: day,
    isSet: day !== '',
    text: formatDay(`${day}T00:00`),
    change: (next) => ({ own: withOwn(own, id, range(next) === '..' ? undefined : range(next)) }),
  })
  return [
    end('from', from, (next) => `${next}..${to}`),
    end('to', to, (next) => `${from}..${next}`),
  ]
}
