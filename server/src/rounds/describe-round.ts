import { isOpen, type ReminderPlan, weekdayFrom } from '@attest/contract/rounds'
import type { Db } from '../db/schema.ts'
import type { Basics } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { addDays, localDay, startOfHour } from '../local-time.ts'
import * as queries from './queries.ts'
import {
  countAnswersByDay,
  countOutside,
  readCoverage,
  readCoverageAndRecipients,
} from './round-rows.ts'

export const describeRound = async (db: Db, round: queries.RoundRecord) => ({
  ...round,
  coverage: await readCoverage(db, round),
})

export async function listRounds(db: Db) {
  const rounds = await queries.listRoundRecords(db)
  const described = []
  for (const round of rounds) described.push(await describeRound(db, round))
  return described
}

export async function roundPage({ db, config, now }: Basics, id: number) {
  const round = (await queries.findRound(db, id)) ?? notFound('Round')
  const reminders = await listReminders(db, round, config.TIME_ZONE)
  const next = nextReminder(round, reminders)
  const at = now().toISOString()
  const later = next && next.at > at ? next.at : at
  const counts = await readCoverageAndRecipients(db, round, { at: later, now: at })
  const { coverage, remindable, recipients } = counts
  return {
    ...round,
    coverage,
    outside: isOpen(round) ? await countOutside(db, round) : null,
    days: await countAnswersByDay(db, round, config.TIME_ZONE),
    mailings: await queries.listRoundMailings(db, id),
    reminders,
    remindable,
    nextReminder: next ? { day: next.day, at: next.at, ...recipients } : null,
  }
}

/** Planned and ended reminders by time. A changed plan adds none until after the last ended one, so none repeats. */
export async function listReminders(db: Db, round: queries.RoundRecord, timeZone: string) {
  const done = await queries.listReminderRows(db, round.id)
  const dayOf = (at: string) => localDay(new Date(at), timeZone)
  const planned = plannedReminders(round, timeZone)
    .filter(({ day, at }) => !done.some((row) => row.day === day || dayOf(row.due_at) >= dayOf(at)))
    .map(({ day, at }) => ({ day, at, outcome: 'planned' as const, mailingId: null }))
  const ended = done.map(({ day, due_at: at, outcome, mailing_id: mailingId }) => ({
    day,
    at,
    outcome: outcome === 'sent' && mailingId === null ? ('nobody' as const) : outcome,
    mailingId,
  }))
  return [...ended, ...planned]
    .sort((one, other) => one.at.localeCompare(other.at))
    .map((reminder, index) => ({ number: index + 1, ...reminder }))
}

type Listed = Awaited<ReturnType<typeof listReminders>>

export const nextReminder = (round: queries.RoundRecord, reminders: Listed) =>
  isOpen(round) ? reminders.find(({ outcome }) => outcome === 'planned') : undefined

/** The times of all reminders until the due date. Two on the same day become one, the earlier of the plan. */
export function plannedReminders(
  { started_at, due_on, plan }: { started_at: string; due_on: string; plan: ReminderPlan },
  timeZone: string,
) {
  const start = localDay(new Date(started_at), timeZone)
  const times = new Map<string, number>()
  for (const day of plan.days) {
    const on = weekdayFrom(addDays(start, day), plan.weekdays)
    if (on > due_on) continue
    const at = startOfHour(on, plan.hour, timeZone).toISOString()
    if (!times.has(at)) times.set(at, day)
  }
  return [...times].map(([at, day]) => ({ day, at }))
}
