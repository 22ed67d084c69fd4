import type { OwnColumn } from '@attest/contract/own-column-calls'
import * as calls from '@attest/contract/own-column-calls'
import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { CallError, type Parts, replyIn, request } from '../lib/call.ts'
import { counted } from '../lib/format.ts'
import { timeLimit } from '../lib/time-limit.ts'
import { action, type Caller, mayRetry, unlessAtField, useAction } from '../lib/use-action.ts'
import { KIND_NAMES } from '../lib/use-own-columns.ts'
import { useRead } from '../lib/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { ReadError } from '../ui/panel.tsx'

const useCreateColumn = action(calls.createOwnColumn, {
  refreshes: ['own columns'],
  success: ({ name }) => ({ title: 'Column added', text: `Every client now has “${name}”.` }),
  failure: unlessAtField(mayRetry('Not added', 'The column could not be added.')),
})

/** A call may change 100,000 clients. */
const MAX_CHANGING_MS = 5 * 60_000

const patiently: Caller = async (endpoint, input) => {
  const limit = timeLimit(undefined, MAX_CHANGING_MS)
  return replyIn(endpoint.reply, await request(endpoint, input as Parts, { limit })) as never
}

export const useUpdateColumn = () =>
  useAction(
    calls.updateOwnColumn,
    {
      refreshes: ['own columns', 'client', 'clients'],
      failure: unlessAtField(mayRetry('Not saved', 'The column could not be saved.')),
    },
    patiently,
  )

const useDeleteColumn = () =>
  useAction(
    calls.deleteOwnColumn,
    {
      success: { title: 'Column deleted' },
      failure: mayRetry('Not deleted', 'The column could not be deleted.'),
    },
    patiently,
  )

interface Choice {
  text: string
  /** The stored text; missing for a new choice. */
  was?: string
}

const isSearchable = (kind: calls.OwnKind) => kind === 'text' || kind === 'choice'

export function ColumnDialog({ column, onClose }: { column?: OwnColumn; onClose: () => void }) {
  const [name, setName] = useState(column?.name ?? '')
  const [kind, setKind] = useState<calls.OwnKind>(column?.kind ?? 'text')
  const [searchable, setSearchable] = useState(column?.searchable ?? false)
  const [seen] = useState(column?.choices ?? [])
  const [choices, setChoices] = useState<Choice[]>(seen.map((text) => ({ text, was: text })))
  const [create, update] = [useCreateColumn(), useUpdateColumn()]
  const { error, isPending } = column ? update : create
  const fields = error instanceof CallError ? (error.body.fields ?? {}) : {}
  const filled = choices.filter(({ text }) => text.trim() !== '')
  const isChosen = choices.map(({ text }) => text).join('\n') !== seen.join('\n')
  const guard = useFormGuard(name !== (column?.name ?? '') || isChosen, isPending)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const rest = { name, searchable: searchable && isSearchable(kind) }
    if (column)
      update.mutate(
        {
          params: { id: column.id },
          body: { ...rest, ...(isChosen && { choices: filled, seen }) },
        },
        { onSuccess: onClose },
      )
    else
      create.mutate(
        { body: { ...rest, kind, choices: filled.map(({ text }) => text) } },
        { onSuccess: onClose },
      )
  }
  const atChoices = Object.entries(fields).find(([field]) => field.startsWith('choices'))?.[1]
  return (
    <FormDialog
      title={column ? `Edit ${column.name}` : 'Add a Column'}
      description="Clients never see it."
      label={column ? 'Save' : 'Add Column'}
      busyLabel="Saving..."
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <div className="grid gap-4">
        <Field label="Name" {...(fields.name && { error: fields.name })}>
          <Input autoFocus maxLength={60} value={name} onValueChange={setName} />
        </Field>
        {!column && (
          <Field label="Kind" hint="It stays as it is once the column is added.">
            <Select
              className="w-full"
              value={kind}
              options={calls.OwnKind.options.map((each) => [each, KIND_NAMES[each]])}
              onValueChange={setKind}
            />
          </Field>
        )}
        {kind === 'choice' && <Choices choices={choices} error={atChoices} onChange={setChoices} />}
        {isSearchable(kind) && (
          <Checkbox
            label="The search of the list finds its values"
            checked={searchable}
            onCheckedChange={setSearchable}
          />
        )}
      </div>
    </FormDialog>
  )
}

interface ChoicesProps {
  choices: Choice[]
  error: string | undefined
  onChange: (choices: Choice[]) => void
}

const Choices = ({ choices, error, onChange }: ChoicesProps) => (
  <fieldset>
    <legend className="mb-1.25 text-md font-semibold">Choices</legend>
    <ul className="grid gap-2">
      {choices.map((choice, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no name of its own while it is typed
        <li key={n} className="flex gap-2">
          <Input
            aria-label={`Choice ${n + 1}`}
            autoFocus={choice.text === '' && choice.was === undefined}
            maxLength={200}
            value={choice.text}
            onValueChange={(value) => onChange(choices.with(n, { ...choice, text: value }))}
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove choice ${n + 1}`}
            onClick={() => onChange(choices.toSpliced(n, 1))}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
    <Button size="sm" className="mt-2" onClick={() => onChange([...choices, { text: '' }])}>
      <Plus aria-hidden />
      Add Choice
    </Button>
    <p role="status" className="mt-1 text-sm text-ink-3">
      Clients keep a removed choice until somebody chooses another one.
    </p>
    {error && (
      <p role="alert" className="mt-1 text-sm font-semibold text-danger">
        {error}
      </p>
    )}
  </fieldset>
)

export function DeleteColumnDialog(props: { column: OwnColumn; onClose: () => void }) {
  const { column, onClose } = props
  const { id, name } = column
  const reading = useRead(calls.countOwnValues, { params: { id }, staleTime: 0, gcTime: 0 })
  const remove = useDeleteColumn()
  const values = reading.data?.values
  return (
    <FormDialog
      danger
      title={`Delete ${name}?`}
      label="Delete Column"
      busyLabel="Deleting..."
      busy={remove.isPending}
      disabled={values === undefined}
      onSubmit={() =>
        remove.mutate(
          { params: { id }, query: { values: values ?? 0 } },
          { onSuccess: onClose, onError: () => void reading.refetch() },
        )
      }
      onClose={onClose}
    >
      <p className="min-h-[2lh]">
        {values !== undefined &&
          (values === 0
            ? 'No client has a value in it.'
            : `${counted(values, 'client has', 'clients have')} a value in it. The values are deleted, too, and cannot be brought back.`)}
      </p>
      <ReadError title="The values could not be counted" reading={reading} />
    </FormDialog>
  )
}
