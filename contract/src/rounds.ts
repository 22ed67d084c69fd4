import * as z from 'zod/mini'
import { AnswersOfDay } from './dashboard.ts'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { OutstandingReason } from './outstanding.ts'

/** When reminders go out to unanswered clients, in TIME_ZONE. */
export const ReminderPlan = z.object({
  /** Days after the round's start, rising. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(365))).check(
    z.maxLength(10, 'At most 10 reminders'),
    z.refine((days) => days.every((day, n) => n === 0 || day > days[n - 1]!), {
      error: 'Each reminder must be later than the one before',
    }),
  ),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** 1 is Monday. A reminder due on another day waits for the next of these. */
  weekdays: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, 'Choose at least one weekday')),
})
export type ReminderPlan = z.infer<typeof ReminderPlan>

/** The usual plan: at nine on working days. */
export const planOf = (days: number[]): ReminderPlan => ({
  days,
  hour: 9,
  weekdays: [1, 2, 3, 4, 5],
})

/** The first day on one of these weekdays, from `day` on. */
export function weekdayFrom(day: string, weekdays: readonly number[]): string {
  for (let ahead = 0; ahead < 7; ahead++) {
    const on = new Date(Date.parse(`${day}T00:00:00Z`) + ahead * 24 * 60 * 60 * 1000)
    if (weekdays.includes(on.getUTCDay() || 7)) return on.toISOString().slice(0, 10)
  }
  return day
}

/** Numbers a name in use: 'November 2026 (2)'. */
export function unusedName(name: string, taken: string[]): string {
  let unused = name
  for (let n = 2; taken.includes(unused); n++) unused = `${name} (${n})`
  return unused
}

export const ExcuseReason = z.enum(['deceased', 'left', 'declined', 'other'])
export type ExcuseReason = z.infer<typeof ExcuseReason>

/** Why a client of a round is excused. Deletion without an answer counts as an excuse, too. */
export const RoundExcuse = z.enum([...ExcuseReason.options, 'deleted'])
export type RoundExcuse = z.infer<typeof RoundExcuse>

/** `total` is the sum of confirmed, updated, outstanding and excused. */
export const Coverage = z.object({
  total: z.int(),
  confirmed: z.int(),
  updated: z.int(),
  /** Answers by phone, by letter or in person. Confirmed and updated include them. */
  byOther: z.int(),
  excused: z.int(),
  excuses: z.record(RoundExcuse, z.int()),
  outstanding: z.int(),
  reasons: z.record(OutstandingReason, z.int()),
})
export type Coverage = z.infer<typeof Coverage>

/**
 * Why a due round waits for the office. confirm: it repeats last year's. late: the server was down that day. more: the
 * filter matches many more clients than were shown. no_link: a letter has no link. round_open: another round is open.
 */
export const HeldReason = z.enum(['confirm', 'late', 'more', 'no_link', 'nobody', 'round_open'])
export type HeldReason = z.infer<typeof HeldReason>

/** Who gets the first letter of a round: clients by id, or by a `ClientFilter`. */
export const RoundAsks = z.object({
  ids: z.optional(z.array(z.int())),
  filter: z.optional(z.record(z.string(), z.unknown())),
  /** How many clients matched when the office saved the plan. */
  total: z.int(),
  /** Leaves out clients who answered within so many days; 0: nobody. */
  leaveOutDays: z.int(),
})
export type RoundAsks = z.infer<typeof RoundAsks>

export const Round = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  /** Null: each client gets the letter of its group. */
  template_id: z.nullable(z.string()),
  admin_email: z.string(),
  /** It starts at `started_at`; nothing was sent so far. */
  planned: z.boolean(),
  held: z.nullable(HeldReason),
  /** Null: its start emails nobody. */
  asks: z.nullable(RoundAsks),
  /** Closing it plans the next year's round. */
  repeats: z.boolean(),
  /** When it started, or will. */
  started_at: timestamp,
  /** The last day, in TIME_ZONE. */
  due_on: z.iso.date(),
  plan: ReminderPlan,
  paused: z.boolean(),
  closed_at: z.nullable(timestamp),
  closed_by: z.nullable(z.string()),
  coverage: Coverage,
})
export type Round = z.infer<typeof Round>

export const isOpen = ({ closed_at, planned }: Pick<Round, 'closed_at' | 'planned'>): boolean =>
  closed_at === null && !planned

export const Reminder = z.object({
  number: z.int(),
  /** Days after the start. Identifies the reminder within the round. */
  day: z.int(),
  at: timestamp,
  /** nobody: no recipients. missed: a later one was due, or the round overdue, before it could be sent. */
  outcome: z.enum(['planned', 'sent', 'nobody', 'skipped', 'missed']),
  mailingId: z.nullable(z.int()),
})
export type Reminder = z.infer<typeof Reminder>

const RoundMailing = z.object({
  id: z.int(),
  kind: z.enum(['import', 'bulk', 'retry', 'reminder']),
  created_at: timestamp,
  totalUsers: z.int(),
})

export const RoundPage = z.extend(Round, {
  /** Answers per day in TIME_ZONE, the oldest first; days without any are absent. */
  days: z.array(AnswersOfDay),
  /** Clients of the list outside the open round; `pending` of them have not answered. */
  outside: z.nullable(z.object({ total: z.int(), pending: z.int() })),
  mailings: z.array(RoundMailing),
  reminders: z.array(Reminder),
  /** How many clients a reminder would reach now. */
  remindable: z.int(),
  /** The next reminder's recipients, as of now. Null without one. */
  nextReminder: z.nullable(
    z.object({
      day: z.int(),
      at: timestamp,
      recipients: z.int(),
      /** Unanswered clients who were emailed less than 24 hours before it. */
      tooRecent: z.int(),
    }),
  ),
})
export type RoundPage = z.infer<typeof RoundPage>

/** The newest first, planned ones too; at most one is open. */
export const listRounds = endpoint('GET /api/admin/rounds', { reply: z.array(Round) })

export const getRound = endpoint('GET /api/admin/rounds/:id', {
  params: idParams,
  reply: RoundPage,
})

/** 409 with code `round_closed`, or `mailing_running` while emails of the round wait. */
export const closeRound = endpoint('POST /api/admin/rounds/:id/close', {
  params: idParams,
  reply: Round,
})

/** Each client's requests, calls and result, as evidence. The security log records each download. */
export const roundReport = endpoint('GET /api/admin/rounds/:id/report', {
  params: idParams,
  query: z.object({ format: z._default(z.enum(['pdf', 'csv']), 'pdf') }),
})

const WORDS: Record<RoundExcuse, (count: number) => string> = {
  deceased: () => 'deceased',
  left: (count) => (count === 1 ? 'no longer a client' : 'no longer clients'),
  declined: () => 'asked us not to write',
  other: () => 'for another reason',
  deleted: () => 'deleted',
}

export const excuseOf = (reason: string): string => WORDS[reason as RoundExcuse]?.(1) ?? reason

/** '4 deceased, 5 no longer clients' */
export const excusedWords = ({ excuses }: Coverage, format: (count: number) => string = String) =>
  Object.entries(WORDS)
    .map(([reason, words]) => ({ count: excuses[reason as RoundExcuse], words }))
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${format(count)} ${words(count)}`)
    .join(', ')
