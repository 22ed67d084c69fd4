import type { ClientQuery } from '@attest/contract/clients'
import { tidyText } from '@attest/contract/tidy'
import { X } from 'lucide-react'
import { useState } from 'react'
import { NO_FILTER } from '../lib/use-views.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { type FilterField, fieldOf, useFilterFields } from './filter-fields.ts'
import { type ChangeQuery, STATUSES } from './use-clients.ts'

interface SetFiltersProps {
  query: ClientQuery
  /** Whether the fields are on screen; the chips always are. */
  open: boolean
  onChange: ChangeQuery
  onClose: () => void
}

export default function SetFilters({ query, open, onChange }: SetFiltersProps) {
  const fields = useFilterFields(query, open)
  const parts = { fields, query, onChange }
  return (
    <>
      {open && <Fields {...parts} />}
      <Chips {...parts} />
    </>
  )
}

interface PartProps {
  fields: FilterField[]
  query: ClientQuery
  onChange: ChangeQuery
}

const Fields = ({ fields, onChange }: PartProps) => (
  <div className="grid gap-x-3 gap-y-2.5 border-b border-line px-4 py-3.5 md:grid-cols-4 md:px-5.5 max-md:grid-cols-2">
    {fields.map((field) => (
      <Field key={field.key} label={field.label}>
        <Control field={field} onValue={(value) => onChange({ ...field.change(value), page: 1 })} />
      </Field>
    ))}
  </div>
)

function Control({ field, onValue }: { field: FilterField; onValue: (value: string) => void }) {
  const { options, type, value } = field
  if (type === 'text' && !options) return <TextControl start={value} onText={onValue} />
  return options ? (
    <Select className="w-full" options={options} value={value} onValueChange={onValue} />
  ) : (
    <Input type="date" value={value} onValueChange={onValue} />
  )
}

/** Filters at Enter or when the focus leaves, not at each letter. A changed filter discards unapplied text. */
function TextControl({ start, onText }: { start: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState({ beside: start, text: start })
  const text = typed.beside === start ? typed.text : start
  const apply = () => tidyText(text) !== start && onText(tidyText(text))
  return (
    <Input
      value={text}
      maxLength={200}
      placeholder="Contains"
      onValueChange={(value) => setTyped({ beside: start, text: value })}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}

function Chips({ fields, query, onChange }: PartProps) {
  const all = [
    fieldOf(query, 'status', 'Status', STATUSES),
    ...fields,
    fieldOf(query, 'gone', 'No longer exists'),
  ]
  const set = all.filter(({ isSet }) => isSet)
  if (set.length === 0) return null
  return (
    <div
      data-focus-box
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 md:px-5.5"
    >
      {set.map(({ key, label, text, off, change }) => (
        <span
          key={key}
          className="inline-flex min-h-8 max-w-full items-center rounded-full border border-line-strong pl-3 text-md"
        >
          <span className="min-w-0 py-1 wrap-anywhere">
            {label}: <b className="font-semibold">{text}</b>
          </span>
          <button
            type="button"
            aria-label={`Remove the filter ${label}`}
            className="grid size-8 shrink-0 place-items-center rounded-full text-ink-2 hover:text-ink"
            onClick={() => onChange({ ...change(off), page: 1 })}
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      <Button variant="link" size="inline" onClick={() => onChange({ ...NO_FILTER, page: 1 })}>
        Clear
      </Button>
    </div>
  )
}
