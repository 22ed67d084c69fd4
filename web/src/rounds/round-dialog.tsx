import { isOpen, type Round } from '@attest/contract/rounds'
import type { RoundInput } from '@attest/contract/start-round'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { counted } from '../lib/format.ts'
import { showFieldErrors } from '../lib/forms.ts'
import { useViews } from '../lib/use-views.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { BeforeLetters } from '../settings/before-letters.tsx'
import { useTemplates } from '../templates/use-templates.ts'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { RoundDates } from './round-dates.tsx'
import {
  fieldOf,
  firstDayOf,
  planOf,
  type RoundForm,
  type RoundValues,
  valuesOf,
  type Who,
} from './round-values.ts'
import { askedBy, RoundWho } from './round-who.tsx'
import { useRoundPreview, useRounds, useStartRound, useUpdateRound } from './use-rounds.ts'

interface RoundDialogProps {
  /** The open or planned round to change; missing: a new one. */
  round?: Round
  /** Starts a planned round now instead of at its hour. */
  startsNow?: boolean
  selected?: Who
  onClose: () => void
}

export default function RoundDialog(props: RoundDialogProps) {
  const { round, startsNow = false, selected, onClose } = props
  const { data: rounds = [] } = useRounds()
  const taken = rounds.map(({ name }) => name)
  const open = rounds.find(isOpen)
  const form = useForm<RoundValues>({
    defaultValues: valuesOf(round, taken, { selected, startsNow, later: open !== undefined }),
  })
  const { saving, save } = useSave(form, round, onClose)
  const typed = Object.keys(form.formState.dirtyFields).length > 0
  const guard = useFormGuard(typed, saving)
  const hasStarted = round !== undefined && !round.planned
  const { data: views = [] } = useViews()
  const given = { round, selected, views }
  const asked = askedBy(form.watch(['who', 'leavesOut', 'months', 'template_id']), given)
  const preview = useRoundPreview(hasStarted ? null : asked)
  // The figures of the last choice may still be shown, but must not count.
  const figures = preview.isPlaceholderData ? undefined : preview.data
  const asksNobody = figures?.totalUsers === 0 && figures.withoutEmail === 0
  const isBlocked = !hasStarted && open && (asked === null || form.watch('when') === 'now')
  const submit = form.handleSubmit((values) => {
    const plan = planOf(values, hasStarted ? firstDayOf(round) : undefined)
    if (typeof plan === 'string') form.setError('reminders', { message: plan })
    else save(values, plan, hasStarted ? undefined : { asked, total: figures?.total })
  })
  return (
    <FormDialog
      title={titleOf(round)}
      width="wide"
      label={labelOf(form.watch('when'), hasStarted, asked && figures?.emails)}
      busyLabel={round ? 'Saving...' : 'Starting...'}
      busy={saving}
      disabled={isBlocked || (!hasStarted && asked !== null && (!figures || asksNobody))}
      onSubmit={(event) => {
        // An error about all reminders belongs to no field, so nothing else clears it, and it would block saving.
        form.clearErrors()
        void submit(event)
      }}
      onClose={onClose}
      guard={guard}
    >
      <div className="grid gap-5">
        <div className="grid gap-4 md:grid-cols-3">
          <Field label="Name" error={form.formState.errors.name?.message}>
            <Input {...form.register('name')} />
          </Field>
          <Letter form={form} />
          {!hasStarted && <RoundWho.Choice form={form} {...given} />}
        </div>
        {asked !== null && !hasStarted && (
          <>
            <BeforeLetters />
            <OutboxNote />
          </>
        )}
        {!hasStarted && <RoundWho.Figures form={form} preview={preview} asked={asked !== null} />}
        {isBlocked && (
          <p role="status" className="font-semibold">
            The round {open.name} is open. Close it first, or choose a later hour for this one.
          </p>
        )}
        <RoundDates form={form} round={hasStarted ? round : undefined} asks={asked !== null} />
        <Checkbox
          label="Plan the same round for the next year when this one closes. It asks you before it sends."
          {...form.register('repeats')}
        />
      </div>
    </FormDialog>
  )
}

function titleOf(round: Round | undefined) {
  if (!round) return 'Start Round'
  return round.planned ? 'Edit Planned Round' : 'Edit Round'
}

/** `emails` null: nobody is asked; undefined: the number is being read. */
function labelOf(
  when: RoundValues['when'],
  hasStarted: boolean,
  emails: number | null | undefined,
) {
  if (hasStarted) return 'Save'
  if (emails === null) return 'Start Round'
  if (when === 'later') return 'Plan Round'
  return emails === undefined
    ? 'Start Round'
    : `Start and Send ${counted(emails, 'Email', 'Emails')}`
}

function Letter({ form }: { form: RoundForm }) {
  const templates = useTemplates()
  const { field, fieldState } = useController({ control: form.control, name: 'template_id' })
  return (
    <Field label="Letter" error={fieldState.error?.message}>
      <Select
        className="w-full"
        options={templates.data?.map(({ id, name }) => [id, name])}
        {...field}
      >
        <option value="">Each group’s own</option>
      </Select>
    </Field>
  )
}

interface Asking {
  asked: ReturnType<typeof askedBy>
  total: number | undefined
}

function useSave(form: RoundForm, round: Round | undefined, onClose: () => void) {
  const navigate = useNavigate()
  // The version that the form shows: a later reading of the round does not change it.
  const [version] = useState(round?.version)
  const start = useStartRound()
  const update = useUpdateRound()
  const onError = (error: Error) => showFieldErrors(form, error, fieldOf)
  const save = (values: RoundValues, plan: RoundInput['plan'], asking: Asking | undefined) => {
    const body = { ...inputOf(values), plan, ...(asking && startOf(values, asking)) }
    const follow = ({ id }: Round) => {
      onClose()
      const params = { id: String(id) }
      void navigate({ to: '/rounds/$id', params, ignoreBlocker: true })
    }
    if (!round) return start.mutate({ body }, { onSuccess: follow, onError })
    const edit = { params: { id: round.id }, body: { ...body, version: version ?? round.version } }
    update.mutate(edit, { onSuccess: onClose, onError })
  }
  return { saving: start.isPending || update.isPending, save }
}

const inputOf = ({ name, due_on, template_id, repeats }: RoundValues) => ({
  name,
  due_on,
  template_id: template_id || null,
  repeats,
})

function startOf({ when, day, hour }: RoundValues, { asked, total }: Asking) {
  if (asked === null) return {}
  const { ids, leaveOutDays, templateId: _, ...filter } = asked
  return {
    selection: ids ? { ids: ids.split(',').map(Number) } : { filter, total: total! },
    leaveOutDays,
    startsAt: when === 'now' ? null : `${day}T${hour.padStart(2, '0')}:00`,
  }
}
