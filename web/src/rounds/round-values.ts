import { ClientFilter } from '@attest/contract/clients'
import { planOf as defaultPlan, type Round, unusedName, weekdayFrom } from '@attest/contract/rounds'
import type { UseFormReturn } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { counted, formatDay } from '../lib/format.ts'
import { addDays, daysBetween, noonOf } from './round-words.ts'

export interface RoundValues {
  name: string
  due_on: string
  /** '': the letter of each client's group. */
  template_id: string
  /** A value of the choices in `RoundWho`. */
  who: string
  leavesOut: boolean
  months: string
  when: 'now' | 'later'
  day: string
  hour: string
  reminders: { on: string }[]
  reminderHour: string
  repeats: boolean
}

export type RoundForm = UseFormReturn<RoundValues>

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
export const WORKDAYS = [1, 2, 3, 4, 5]

/** A moment's day and hour in the firm's time zone, which the browser may not share. */
export function inFirm(at: string) {
  const text = new Date(at).toLocaleString('sv-SE', { timeZone: firm.timeZone })
  return { day: text.slice(0, 10), hour: String(Number(text.slice(11, 13))) }
}

export const firmToday = () => inFirm(new Date().toISOString()).day

export const firstDayOf = ({ started_at }: Round) => inFirm(started_at).day

/** Announces the round that a mailing starts if none is open. */
export function newRoundWords(name: string): string {
  const { roundDays, reminderDays: days } = firm
  const due = formatDay(noonOf(addDays(firmToday(), roundDays)))
  const reminders =
    days.length > 0 ? `with reminders after ${days.join(', ')} days` : 'without reminders'
  return `the round ${name}, due ${due}, ${reminders}`
}

export interface Who {
  ids?: number[] | undefined
  filter?: object | undefined
  total?: number | undefined
}

/** 'All clients', '3 selected clients' or 'Clients of the saved filter' */
export function nameOfAsked({ ids, filter }: Who): string {
  if (ids) return counted(ids.length, 'selected client', 'selected clients')
  const everybody = JSON.stringify(ClientFilter.parse({}))
  return JSON.stringify(ClientFilter.parse(filter)) === everybody
    ? 'All clients'
    : 'Clients of the saved filter'
}

const MONTHS = '6'
/** A month has at most 31 days. */
export const DAYS_OF_MONTH = 31

export function valuesOf(
  round: Round | undefined,
  taken: string[],
  { selected, startsNow, later }: { selected: unknown; startsNow: boolean; later: boolean },
): RoundValues {
  const plan = round?.plan ?? defaultPlan(firm.reminderDays)
  const month = new Date().toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: firm.timeZone,
  })
  const first = round ? inFirm(round.started_at) : undefined
  const nextDay = weekdayFrom(addDays(firmToday(), 1), WORKDAYS)
  const start = startsNow ? firmToday() : (first?.day ?? (later ? nextDay : firmToday()))
  const weekdays = startsNow ? WORKDAYS : plan.weekdays
  const dates = plan.days.map((day) => weekdayFrom(addDays(start, day), weekdays))
  const leaveOutDays = round?.asks?.leaveOutDays
  return {
    name: round?.name ?? unusedName(month, taken),
    due_on:
      round && first
        ? addDays(round.due_on, daysBetween(first.day, start))
        : addDays(start, firm.roundDays),
    template_id: round?.template_id ?? '',
    who: round?.asks ? 'kept' : selected ? 'selected' : 'all',
    leavesOut: leaveOutDays === undefined || leaveOutDays > 0,
    months: leaveOutDays ? String(Math.round(leaveOutDays / DAYS_OF_MONTH)) : MONTHS,
    when: !startsNow && (round ? round.planned : later) ? 'later' : 'now',
    day: first?.day ?? nextDay,
    hour: first?.hour ?? '9',
    reminders: [...new Set(dates)].map((on) => ({ on })),
    reminderHour: String(plan.hour),
    repeats: round?.repeats ?? false,
  }
}

export const firstDayIn = ({ when, day }: Pick<RoundValues, 'when' | 'day'>) =>
  when === 'now' ? firmToday() : day

/** What clients without a newer letter would meet before the due date; undefined while links work until then. */
export function expiredBeforeDue({ reminders, due_on }: RoundValues, first: string) {
  const last = [first, ...reminders.map(({ on }) => on)].sort().at(-1)!
  const until = addDays(last, firm.linkDays)
  if (!due_on || until >= due_on) return
  const letter = last === first ? 'first letters' : 'last reminder'
  return `The links of the ${letter} work until ${formatDay(noonOf(until))}. Add a later reminder, or choose an earlier due date.`
}

/** Returns the dates in days after the first letters, as the server counts; or an error's text. */
export function planOf(values: RoundValues, started: string | undefined) {
  const first = started ?? firstDayIn(values)
  const days = values.reminders.map(({ on }) => daysBetween(first, on)).sort((a, b) => a - b)
  if (days.some(Number.isNaN)) return 'Choose a day for each reminder, or remove it.'
  if (new Set(days).size < days.length) return 'Each reminder needs its own day.'
  if (days.some((day) => day < 1)) return 'A reminder must come after the day of the first letters.'
  if (values.due_on >= first && days.some((day) => day > daysBetween(first, values.due_on)))
    return 'A reminder must come before the round is due.'
  return { days, hour: Number(values.reminderHour), weekdays: EVERY_DAY }
}

/** Maps a key of the server's errors to the form's field: 'plan.days.0' → 'reminders' */
export function fieldOf(key: string): keyof RoundValues {
  const [name] = key.split('.')
  const other = { plan: 'reminders', startsAt: 'day', selection: 'who', leaveOutDays: 'months' }
  return (other[name as keyof typeof other] ?? name) as keyof RoundValues
}
