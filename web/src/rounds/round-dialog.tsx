import type { Round } from '@attest/contract/rounds'
import { useNavigate } from '@tanstack/react-router'
import { useController, useForm } from 'react-hook-form'
import { showFieldErrors } from '../lib/forms.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { Select } from '../ui/select.tsx'
import { PlanFields, type RoundForm } from './plan-fields.tsx'
import { DAYS_TEXT, daysIn, fieldOf, inputOf, type RoundValues, valuesOf } from './round-values.ts'
import { useRounds, useStartRound, useUpdateRound } from './use-rounds.ts'

interface RoundDialogProps {
  /** Missing: a new round. */
  round?: Round
  onClose: () => void
}

export default function RoundDialog({ round, onClose }: RoundDialogProps) {
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
