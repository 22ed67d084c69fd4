import { counted, dayOf, formatDay, formatTime, today } from '../lib/format.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Noon, so that no time zone makes it the day before. */
export const noonOf = (day: string) => `${day}T12:00:00`

export const addDays = (day: string, days: number) =>
  dayOf(new Date(new Date(noonOf(day)).getTime() + days * DAY_MS))

/** From today; negative for a day that is over. */
export const daysUntil = (day: string) =>
  Math.round((Date.parse(noonOf(day)) - Date.parse(noonOf(today()))) / DAY_MS)

const countDays = (days: number) => counted(days, 'day', 'days')

/** 'Due Nov 30, in 7 days' */
export function dueText(day: string) {
  const days = daysUntil(day)
  if (days < 0) return `Was due ${formatDay(noonOf(day))}, ${countDays(-days)} overdue`
  return `Due ${formatDay(noonOf(day))}, ${days === 0 ? 'today' : `in ${countDays(days)}`}`
}

/** 'Tue, Nov 24' */
export function weekdayOf(at: string) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return formatDay(at)
  return `${WEEKDAYS[(date.getDay() + 6) % 7]}, ${formatDay(at)}`
}

/** 'Tomorrow, 9:00 AM' */
export function momentOf(at: string) {
  const days = daysUntil(dayOf(at))
  const near = ['Today', 'Tomorrow'][days]
  return `${near ?? weekdayOf(at)}, ${formatTime(at)}`
}
