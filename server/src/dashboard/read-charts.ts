import { type Charts, MOST_DAYS } from '@attest/contract/dashboard'
import { countAnswersIn } from '../answers/queries.ts'
import { countByState } from '../clients/queries.ts'
import type { Deps } from '../deps.ts'
import { addDays, localDay, startOfDay } from '../local-time.ts'
import { lastRequestAt } from '../mailings/last-mailing.ts'

export async function readCharts({ db, config, now }: Deps): Promise<Charts> {
  const since = await lastRequestAt(db)
  const states = await countByState(db)
  if (since === null) return { since, days: [], states }
  const names = daysBetween(new Date(since), now(), config.TIME_ZONE).slice(-MOST_DAYS)
  const [, ...later] = names.map((day) => startOfDay(day, config.TIME_ZONE).toISOString())
  // Older answers count on the first day, so that the totals are right.
  const answered = await countAnswersIn(db, [since, ...later])
  const days = names.map((day) => ({ day, confirmed: 0, updated: 0 }))
  for (const { span, confirmed, updated } of answered) {
    // A clock ahead of ours made the mailing: no day matches.
    Object.assign(days[span] ?? {}, { confirmed, updated })
  }
  return { since, days, states }
}

function daysBetween(from: Date, to: Date, timeZone: string): string[] {
  const last = localDay(to, timeZone)
  const days: string[] = []
  for (let day = localDay(from, timeZone); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
