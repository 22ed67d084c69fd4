import type { RoundPage } from '@attest/contract/rounds'
import { dayOf, formatDay, today } from '../lib/format.ts'
import { noonOf } from './round-time.ts'

export interface Mark {
  at: number
  name: string
  short: string
  day: string
  planned: boolean
}

const KINDS = { import: 'Import', bulk: 'Letter', retry: 'Retry', reminder: 'Reminder' }

/** Mailings, planned reminders and the due date, in the order of their times. */
export function marksOf({ mailings, reminders, closed_at, due_on }: RoundPage): Mark[] {
  const numbers = new Map(reminders.map(({ mailingId, number }) => [mailingId, number]))
  const sent = mailings.map(({ id, kind, created_at }, index): Mark => {
    const number = numbers.get(id)
    const name = number ? `Reminder ${number}` : index === 0 ? 'First letter' : KINDS[kind]
    const short = number ? `Rem. ${number}` : index === 0 ? 'Letter' : KINDS[kind]
    return { at: Date.parse(created_at), name, short, day: formatDay(created_at), planned: false }
  })
  const planned = reminders
    .filter(({ outcome }) => outcome === 'planned' && !closed_at)
    .map(({ at, number }): Mark => {
      const [name, short] = [`Reminder ${number}`, `Rem. ${number}`]
      return { at: Date.parse(at), name, short, day: formatDay(at), planned: true }
    })
  const due = { name: 'Due', short: 'Due', day: formatDay(noonOf(due_on)), planned: true }
  return [...sent, ...planned, { at: Date.parse(`${due_on}T23:59:59`), ...due }].sort(
    (one, other) => one.at - other.at,
  )
}

export interface Point {
  at: number
  confirmed: number
  updated: number
}

/** Running totals from the start until now, or until the close. Days without answers are level. */
export function pointsOf({ started_at, closed_at, days }: RoundPage): Point[] {
  const end = closed_at ? Date.parse(closed_at) : Date.now()
  const points: Point[] = [{ at: Date.parse(started_at), confirmed: 0, updated: 0 }]
  for (const { day, confirmed, updated } of days) {
    const last = points.at(-1)!
    const begins = Date.parse(`${day}T00:00:00`)
    if (begins > last.at) points.push({ ...last, at: begins })
    points.push({
      at: Math.min(begins + 24 * 60 * 60 * 1000, end),
      confirmed: last.confirmed + confirmed,
      updated: last.updated + updated,
    })
  }
  const last = points.at(-1)!
  return last.at < end ? [...points, { ...last, at: end }] : points
}

/** The chart for screen readers: each day with answers or a mark. */
export function tableRows(round: RoundPage): (string | number)[][] {
  const marks = marksOf(round).map(({ at, name }) => ({ day: dayOf(new Date(at)), name }))
  const days = [...new Set([...round.days, ...marks].map(({ day }) => day))].sort()
  let [confirmed, updated] = [0, 0]
  return days.map((day) => {
    const answers = round.days.find((each) => each.day === day)
    confirmed += answers?.confirmed ?? 0
    updated += answers?.updated ?? 0
    const names = marks.flatMap((mark) => (mark.day === day ? [mark.name] : []))
    const totals = day > today() ? ['', ''] : [confirmed, updated]
    return [formatDay(noonOf(day)), ...totals, names.join(', ')]
  })
}
