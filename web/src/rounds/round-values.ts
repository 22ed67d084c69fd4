import { DEFAULT_PLAN, DUE_DAYS, type Round, unusedName } from '@attest/contract/rounds'
import { today } from '../lib/format.ts'
import { addDays } from './round-time.ts'

/** The form's values. '' as the letter means each group's own. */
export interface RoundValues {
  name: string
  due_on: string
  template_id: string
  days: string
  hour: string
  weekdays: string[]
}

export function valuesOf(round: Round | undefined, taken: string[]): RoundValues {
  const plan = round?.plan ?? DEFAULT_PLAN
  const month = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
  return {
    name: round?.name ?? unusedName(month, taken),
    due_on: round?.due_on ?? addDays(today(), DUE_DAYS),
    template_id: round?.template_id ?? '',
    days: plan.days.join(', '),
    hour: String(plan.hour),
    weekdays: plan.weekdays.map(String),
  }
}

export const DAYS_TEXT = 'Enter days as numbers, like 7, 14, 21'

/** '7, 14, 21' → [7, 14, 21]; undefined for anything else. */
export function daysIn(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.every((word) => /^\d{1,4}$/.test(word)) ? words.map(Number) : undefined
}

export const inputOf = (values: RoundValues, days: number[]) => ({
  name: values.name,
  due_on: values.due_on,
  template_id: values.template_id || null,
  plan: { days, hour: Number(values.hour), weekdays: values.weekdays.map(Number).sort() },
})

/** The form's field behind a key of the server's errors: 'plan.days.0' → 'days' */
export const fieldOf = (key: string) => key.split('.')[key.startsWith('plan.') ? 1 : 0]!
