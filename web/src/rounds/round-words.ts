import { shareText } from '@attest/contract/dashboard'
import {
  type OutstandingReason,
  REASON_NAMES,
  REMINDED,
  UNREACHABLE,
} from '@attest/contract/outstanding'
import type { Coverage, Round, RoundPage } from '@attest/contract/rounds'
import { counted, dayOf, formatDay, formatTime, today } from '../lib/format.ts'

export const answeredIn = ({ confirmed, updated }: Coverage) => confirmed + updated

export const answeredShare = (coverage: Coverage) => shareText(answeredIn(coverage), coverage.total)

export const unreachableIn = ({ reasons }: Coverage) =>
  UNREACHABLE.reduce((sum, reason) => sum + reasons[reason], 0)

export const whatReaches = ({ reasons }: Coverage) =>
  reasons.letter > 0 ? 'An email or a letter on paper reaches' : 'Email reaches'

/** Clients that email reached, but who have not answered. */
export const remindedIn = ({ reasons }: Coverage) =>
  REMINDED.reduce((sum, reason) => sum + reasons[reason], 0)

/** Whether the round is still empty: nobody has been asked. */
export const awaitsLetters = ({ coverage, outside }: RoundPage) =>
  coverage.total === 0 && outside !== null && outside.pending > 0

export const mayRemind = ({ closed_at, remindable }: RoundPage) => !closed_at && remindable > 0

/** Whether no reminder is planned, although one could still reach clients. */
export const isEmailOver = (round: RoundPage) => !round.nextReminder && mayRemind(round)

export const toCallIn = (round: RoundPage) =>
  unreachableIn(round.coverage) + (isEmailOver(round) ? remindedIn(round.coverage) : 0)

export const REASONS = Object.keys(REASON_NAMES) as OutstandingReason[]

/** 'Started Nov 3. Due Nov 30, in 7 days.' */
export function roundDates({ started_at, due_on, closed_at, closed_by }: Round) {
  const started = `Started ${formatDay(started_at)}.`
  if (!closed_at) return `${started} ${dueText(due_on)}.`
  const closed = `Closed ${formatDay(closed_at)}${closed_by ? ` by ${closed_by}` : ''}.`
  return `${started} Was due ${formatDay(noonOf(due_on))}. ${closed}`
}

const DAY_MS = 24 * 60 * 60 * 1000

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Noon, as midnight could be the day before in another time zone. */
export const noonOf = (day: string) => `${day}T12:00:00`

export const addDays = (day: string, days: number) =>
  dayOf(new Date(new Date(noonOf(day)).getTime() + days * DAY_MS))

/** NaN if one of them is no valid day. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(noonOf(to)) - Date.parse(noonOf(from))) / DAY_MS)

export const daysUntil = (day: string) => daysBetween(today(), day)

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
