import type { ReminderPlan } from '@attest/contract/rounds'
import { addDays, localDay, startOfHour } from '../local-time.ts'

/** The times of all reminders until the due date. Two that would fall on the same day become one: the earlier. */
export function plannedReminders(
  { started_at, due_on, plan }: { started_at: string; due_on: string; plan: ReminderPlan },
  timeZone: string,
) {
  const start = localDay(new Date(started_at), timeZone)
  const times = new Map<string, number>()
  for (const day of plan.days) {
    const on = nextOf(plan.weekdays, addDays(start, day))
    if (on > due_on) continue
    const at = startOfHour(on, plan.hour, timeZone).toISOString()
    if (!times.has(at)) times.set(at, day)
  }
  return [...times].map(([at, day]) => ({ day, at }))
}

function nextOf(weekdays: number[], day: string): string {
  for (let ahead = 0; ahead < 7; ahead++) {
    const on = addDays(day, ahead)
    const weekday = new Date(`${on}T00:00:00Z`).getUTCDay() || 7
    if (weekdays.includes(weekday)) return on
  }
  return day
}
