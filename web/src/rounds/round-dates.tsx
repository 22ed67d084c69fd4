import { type Round, weekdayFrom } from '@attest/contract/rounds'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import {
  expiredBeforeDue,
  firmToday,
  firstDayIn,
  firstDayOf,
  type RoundForm,
  WORKDAYS,
} from './round-values.ts'
import { addDays, daysBetween, noonOf, WEEKDAYS } from './round-words.ts'

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [hour, `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`] as const,
)

interface RoundDatesProps {
  form: RoundForm
  round: Round | undefined
  asks: boolean
}

export function RoundDates({ form, round, asks }: RoundDatesProps) {
  const values = form.watch()
  const { day, when, due_on, reminders } = values
  const first = round ? firstDayOf(round) : firstDayIn({ when: asks ? when : 'now', day })
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="sr-only">Dates</legend>
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid gap-3.5">
          {!round && asks && <FirstLetters form={form} />}
          <Reminders form={form} first={first} />
          <Field
            label="Due Date"
            hint={(asks || round) && expiredBeforeDue(values, first)}
            error={form.formState.errors.due_on?.message}
          >
            <Input type="date" className="w-44!" {...form.register('due_on')} />
          </Field>
          <p className="text-sm text-ink-3">
            Times are those of {firm.timeZone.replaceAll('_', ' ')}. Reminders go only to clients
            who have not answered.
          </p>
        </div>
        <MonthGrid first={first} reminders={reminders.map(({ on }) => on)} due={due_on} />
      </div>
    </fieldset>
  )
}

function FirstLetters({ form }: { form: RoundForm }) {
  const { when, day } = form.watch()
  const { errors } = form.formState
  // The last valid day: while a year is typed, the field holds years like 0020.
  const last = useRef(firstDayIn({ when, day }))
  const startOn = (start: string) => {
    if (start < firmToday()) return
    shift(form, daysBetween(last.current, start))
    last.current = start
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-full">
        <span className="mb-1.25 block text-md font-semibold">First letters</span>
        <Segments
          label="First letters"
          options={[
            ['now', 'Now'],
            ['later', 'Later'],
          ]}
          value={when}
          onChange={(value) => {
            startOn(value === 'now' ? firmToday() : day)
            form.setValue('when', value, { shouldDirty: true })
          }}
        />
      </div>
      {when === 'later' && (
        <>
          <Field label="Day" error={errors.day?.message}>
            <Input
              type="date"
              className="w-44!"
              {...form.register('day', { onChange: ({ target }) => startOn(target.value) })}
            />
          </Field>
          <Field label="Hour" error={errors.hour?.message}>
            <Select className="w-32" options={HOURS} {...form.register('hour')} />
          </Field>
        </>
      )}
    </div>
  )
}

/** Moves due date and reminders along with the first letters, reminders to working days. */
function shift(form: RoundForm, days: number) {
  if (!days) return
  const { reminders, due_on } = form.getValues()
  const moved = reminders.map(({ on }) => ({ on: on && weekdayFrom(addDays(on, days), WORKDAYS) }))
  form.setValue('reminders', moved)
  if (due_on) form.setValue('due_on', addDays(due_on, days))
}

const MOST = 10

function Reminders({ form, first }: { form: RoundForm; first: string }) {
  const { control, register, watch, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'reminders' })
  const last = watch('reminders').at(-1)?.on || first
  const due = watch('due_on')
  const next = weekdayFrom(addDays(last, 7), WORKDAYS)
  const error = formState.errors.reminders?.message
  return (
    <fieldset aria-describedby={error ? 'reminders-error' : undefined}>
      <legend className="mb-1.25 text-md font-semibold">Reminders</legend>
      <ol className="grid gap-2">
        {fields.map(({ id, on }, n) => (
          <li key={id} className="flex items-center gap-2">
            <Input
              type="date"
              aria-label={`Reminder ${n + 1}`}
              className="w-44!"
              readOnly={on !== '' && on < firmToday()}
              {...register(`reminders.${n}.on`)}
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove Reminder ${n + 1}`}
              onClick={() => remove(n)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {fields.length > 0 && (
          <Select
            aria-label="Time of reminders"
            className="w-32"
            options={HOURS}
            {...register('reminderHour')}
          />
        )}
        <Button
          size="sm"
          disabled={fields.length >= MOST}
          onClick={() => append({ on: due && due < next ? due : next })}
        >
          <Plus aria-hidden />
          Add Reminder
        </Button>
      </div>
      {error && (
        <p id="reminders-error" role="alert" className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface MonthGridProps {
  /** Days like 2026-11-27; '' if none is chosen. */
  first: string
  reminders: string[]
  due: string
}

const MOST_MONTHS = 3

/** A calendar of the months with letters, for the eye only: the dates beside it hold the same. */
function MonthGrid({ first, reminders, due }: MonthGridProps) {
  const marked = [first, ...reminders, due].filter(Boolean).map((day) => day.slice(0, 7))
  const months = [...new Set(marked)].sort().slice(0, MOST_MONTHS)
  const markOf = (day: string) => {
    if (day === first) return 'bg-accent font-semibold text-accent-ink'
    if (reminders.includes(day)) return 'bg-accent-soft font-semibold text-accent'
    if (day === due) return 'border-2 border-accent font-semibold text-accent'
    return weekdayOf(day) > 5 ? 'text-ink-3' : ''
  }
  return (
    <div aria-hidden className="grid gap-4 max-md:hidden">
      {months.map((month) => (
        <div key={month}>
          <p className="mb-1.5 text-center text-md font-semibold">{nameOf(month)}</p>
          <div className="grid grid-cols-[repeat(7,2.25rem)] gap-0.5 text-center text-sm">
            {WEEKDAYS.map((name) => (
              <span key={name} className="py-1 text-ink-3">
                {name[0]}
              </span>
            ))}
            {daysOf(month).map((day, n) => (
              <span
                key={day}
                style={n === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
                className={`flex h-8 items-center justify-center rounded-sm ${markOf(day)}`}
              >
                {Number(day.slice(8))}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** 1 is Monday. */
const weekdayOf = (day: string) => ((new Date(noonOf(day)).getDay() + 6) % 7) + 1

const nameOf = (month: string) =>
  new Date(noonOf(`${month}-01`)).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })

const nextMonth = (month: string) => addDays(`${month}-28`, 4).slice(0, 7)

function daysOf(month: string): string[] {
  const count = daysBetween(`${month}-01`, `${nextMonth(month)}-01`)
  return Array.from({ length: count }, (_, n) => addDays(`${month}-01`, n))
}
