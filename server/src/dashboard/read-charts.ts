import type { Charts } from '@attest/contract/dashboard'
import { countByState } from '../clients/queries.ts'
import type { Deps } from '../deps.ts'
import { countAnswersByDay } from '../history/queries.ts'
import { lastMailingAt } from '../mailings/queries.ts'
import { localDay } from './start-of-day.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** More days than a year would be a line of dust. */
const MOST_DAYS = 366

/** What the dashboard's pictures show. */
export async function readCharts({ db, config, now }: Deps): Promise<Charts> {
  const since = await lastMailingAt(db)
  const states = await countByState(db)
  if (since === null) return { since, days: [], states }
  const answered = await countAnswersByDay(db, since, config.TIME_ZONE)
  const byDay = new Map(answered.map((each) => [each.day, each]))
  const days = daysBetween(new Date(since), now(), config.TIME_ZONE)
    .slice(-MOST_DAYS)
    .map((day) => byDay.get(day) ?? { day, confirmed: 0, updated: 0 })
  return { since, days, states }
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
