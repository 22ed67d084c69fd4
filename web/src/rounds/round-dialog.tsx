import { planOf, type Round, unusedName } from '@attest/contract/rounds'
import { useNavigate } from '@tanstack/react-router'
import { type UseFormReturn, useController, useForm } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { today } from '../lib/format.ts'
import { showFieldErrors } from '../lib/forms.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { addDays, WEEKDAYS } from './round-words.ts'
import { useRounds, useStartRound, useUpdateRound } from './use-rounds.ts'

/** Without `round`, for a new one. */
export default function RoundDialog({ round, onClose }: { round?: Round; onClose: () => void }) {
  const taken = useRounds().data?.map(({ name }) => name) ?? []
  const form = useForm<RoundValues>({ defaultValues: valuesOf(round, taken) })
  const { saving, save } = useSave(form, round, onClose)
  const guard = useFormGuard(Object.keys(form.formState.dirtyFields).length > 0, saving)
  const submit = form.handleSubmit((values) => {
    const days = daysIn(values.days)
    if (days) save(inputOf(values, days))
    else form.setError('days', { message: DAYS_TEXT }, { shouldFocus: true })
  })
  return (
    <FormDialog
      title={round ? 'Edit Round' : 'Start Round'}
      description={
        round
          ? undefined
          : 'No email goes out yet. Every letter sent from now on belongs to this round.'
      }
      label={round ? 'Save' : 'Start Round'}
      busyLabel={round ? 'Saving...' : 'Starting...'}
      busy={saving}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: RoundForm }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Due Date" error={errors.due_on?.message}>
          <Input type="date" {...form.register('due_on')} />
        </Field>
        <Letter form={form} />
      </div>
      <PlanFields form={form} />
    </div>
  )
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

function useSave(form: RoundForm, round: Round | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const start = useStartRound()
  const update = useUpdateRound()
  const onError = (error: Error) => showFieldErrors(form, error, fieldOf)
  const save = (body: ReturnType<typeof inputOf>) => {
    if (round) {
      update.mutate({ params: { id: round.id }, body }, { onSuccess: onClose, onError })
      return
    }
    const follow = ({ id }: Round) => {
      onClose()
      void navigate({
        to: '/rounds/$id',
        params: { id: String(id) },
        ignoreBlocker: true,
      })
    }
    start.mutate({ body }, { onSuccess: follow, onError })
  }
  return { saving: start.isPending || update.isPending, save }
}

type RoundForm = UseFormReturn<RoundValues>

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [hour, `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`] as const,
)

function PlanFields({ form }: { form: RoundForm }) {
  const { errors } = form.formState
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="sr-only">Reminders</legend>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label="Reminders"
          hint="Days after the start. Leave it empty for no reminders."
          error={errors.days?.message}
        >
          <Input autoComplete="off" placeholder="7, 14, 21" {...form.register('days')} />
        </Field>
        <Field label="Time" error={errors.hour?.message}>
          <Select className="w-full" options={HOURS} {...form.register('hour')} />
        </Field>
      </div>
      <Weekdays form={form} />
    </fieldset>
  )
}

function Weekdays({ form }: { form: RoundForm }) {
  const error = form.formState.errors.weekdays?.message
  return (
    <fieldset className="mt-4" aria-describedby={error ? 'weekdays-error' : undefined}>
      <legend className="mb-1.25 text-md font-semibold">Weekdays</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {WEEKDAYS.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            value={String(index + 1)}
            {...form.register('weekdays')}
          />
        ))}
      </div>
      {error && (
        <p id="weekdays-error" className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The form's values. '' as the letter means each group's own. */
interface RoundValues {
  name: string
  due_on: string
  template_id: string
  days: string
  hour: string
  weekdays: string[]
}

function valuesOf(round: Round | undefined, taken: string[]): RoundValues {
  const plan = round?.plan ?? planOf(firm.reminderDays)
  const month = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
  return {
    name: round?.name ?? unusedName(month, taken),
    due_on: round?.due_on ?? addDays(today(), firm.roundDays),
    template_id: round?.template_id ?? '',
    days: plan.days.join(', '),
    hour: String(plan.hour),
    weekdays: plan.weekdays.map(String),
  }
}

const DAYS_TEXT = 'Enter days as numbers, like 7, 14, 21'

/** '7, 14, 21' → [7, 14, 21]; undefined for anything else. */
export function daysIn(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.every((word) => /^\d{1,4}$/.test(word)) ? words.map(Number) : undefined
}

const inputOf = (values: RoundValues, days: number[]) => ({
  name: values.name,
  due_on: values.due_on,
  template_id: values.template_id || null,
  plan: { days, hour: Number(values.hour), weekdays: values.weekdays.map(Number).sort() },
})

/** The form's field behind a key of the server's errors: 'plan.days.0' → 'days' */
export const fieldOf = (key: string) => key.split('.')[key.startsWith('plan.') ? 1 : 0]!
