import { MINE, type OwnColumn, readOwnFilter, writeOwnFilter } from '@attest/contract/own-columns'
import { useState } from 'react'
import { useAdministratorsOf, useOwnColumns } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'

interface OwnFiltersProps {
  /** As the query carries it. */
  value: string
  onChange: (value: string) => void
  onClose: () => void
}

/** A filter for each of the firm's own columns. */
export default function OwnFilters({ value, onChange }: OwnFiltersProps) {
  const columns = useOwnColumns()
  const conditions = readOwnFilter(value)
  const valueIn = (id: number) => conditions.find((each) => each.id === id)?.value
  /** Undefined: any value. */
  const set = (id: number, next: string | undefined) => {
    const others = conditions.filter((each) => each.id !== id)
    onChange(writeOwnFilter(next === undefined ? others : [...others, { id, value: next }]))
  }
  const known = conditions.filter(({ id }) => columns.some((column) => column.id === id))
  const isGone = columns.length > 0 && known.length < conditions.length
  return (
    <>
      {columns.map((column) => (
        <OwnFilter
          key={column.id}
          column={column}
          value={valueIn(column.id)}
          onChange={(next) => set(column.id, next)}
        />
      ))}
      {isGone && (
        <p role="status" className="col-span-full flex flex-wrap items-center gap-3 text-ink-2">
          The list is filtered by a column that was deleted, so it shows nobody.
          <Button size="sm" onClick={() => onChange(writeOwnFilter(known))}>
            Remove This Filter
          </Button>
        </p>
      )}
    </>
  )
}

interface OwnFilterProps {
  column: OwnColumn
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Values of the select that are no filter's value. */
const ANY = 'any'
const EMPTY = 'empty'

const valueOfOption = (option: string) =>
  option === ANY ? undefined : option === EMPTY ? '' : option.slice(1)

function OwnFilter(props: OwnFilterProps) {
  const { name, kind, choices } = props.column
  const administrators = useAdministratorsOf([props.column])
  if (kind === 'text') return <TextFilter {...props} />
  if (kind === 'date') return <DateFilter {...props} />
  const { value, onChange } = props
  const options: [string, string][] =
    kind === 'choice'
      ? choices.map((choice) => [`=${choice}`, choice])
      : [
          [`=${MINE}`, 'Mine'],
          ...administrators.map(({ id, email }): [string, string] => [`=${id}`, email]),
        ]
  const chosen = value === undefined ? ANY : value === '' ? EMPTY : `=${value}`
  const isOther = value && !options.some(([option]) => option === chosen)
  return (
    <Field label={name}>
      <Select
        className="w-full"
        value={chosen}
        options={[
          [ANY, 'Any'],
          ...options,
          ...(isOther
            ? [[chosen, kind === 'choice' ? value : 'Former administrator'] as const]
            : []),
          [EMPTY, 'Empty'],
        ]}
        onChange={({ target }) => onChange(valueOfOption(target.value))}
      />
    </Field>
  )
}

/** Asks at Enter, and when the field is left. */
function TextFilter({ column, value = '', onChange }: OwnFilterProps) {
  const [text, setText] = useState(value)
  const [asked, setAsked] = useState(value)
  if (asked !== value) {
    setAsked(value)
    setText(value)
  }
  const ask = () => {
    if (text.trim() !== value) onChange(text.trim() || undefined)
  }
  return (
    <Field label={`${column.name} contains`}>
      <Input
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onBlur={ask}
        onKeyDown={({ key }) => key === 'Enter' && ask()}
      />
    </Field>
  )
}

function DateFilter({ column, value = '', onChange }: OwnFilterProps) {
  const [from = '', to = from] = value.split('..')
  const set = (first: string, last: string) =>
    onChange(first || last ? `${first}..${last}` : undefined)
  return (
    <>
      <Field label={`${column.name} from`}>
        <Input type="date" value={from} onChange={({ target }) => set(target.value, to)} />
      </Field>
      <Field label={`${column.name} to`}>
        <Input type="date" value={to} onChange={({ target }) => set(from, target.value)} />
      </Field>
    </>
  )
}
