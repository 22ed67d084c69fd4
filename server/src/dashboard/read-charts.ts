import { type Charts, MOST_DAYS } from '@attest/contract/dashboard'
import { countByState } from '../clients/queries.ts'
import type { Deps } from '../deps.ts'
import { countAnswersByDay } from '../history/queries.ts'
import { lastMailingAt } from '../mailings/last-mailing.ts'
import { localDay } from './start-of-day.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the dashboard's pictures show. */
export async function readCharts({ db, config, now }: Deps): Promise<Charts> {
  const since = await lastMailingAt(db)
  const states = await countByState(db)
  if (since === null) return { since, days: [], states }
  const answered = await countAnswersByDay(db, since, config.TIME_ZONE)
  const names = daysBetween(new Date(since), now(), config.TIME_ZONE).slice(-MOST_DAYS)
  const days = new Map(names.map((day) => [day, { day, confirmed: 0, updated: 0 }]))
  for (const { day, confirmed, updated } of answered) {
    // What is older than the picture counts on its first day, so that the totals are right.
    const shown = days.get(day < names[0]! ? names[0]! : day)
    if (!shown) continue
    shown.confirmed += confirmed
    shown.updated += updated
  }
  return { since, days: [...days.values()], states }
}

/** The names of all days from one moment to another, as they are in a time zone. */
function daysBetween(from: Date, to: Date, timeZone: string): string[] {
  const last = localDay(to, timeZone)
  const days: string[] = []
  // By UTC noon, so that a day of 23 or 25 hours is neither skipped nor told twice.
  let at = Date.parse(`${localDay(from, timeZone)}T12:00:00Z`)
  for (; ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (day > last) return days
    days.push(day)
  }
}
