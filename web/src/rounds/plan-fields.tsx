import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { WEEKDAYS } from './round-time.ts'
import type { RoundValues } from './round-values.ts'

export type RoundForm = UseFormReturn<RoundValues>

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [hour, `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`] as const,
)

export function PlanFields({ form }: { form: RoundForm }) {
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
