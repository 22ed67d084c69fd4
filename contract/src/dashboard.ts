import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

export const Stats = z.object({
  totalUsers: z.int(),
  confirmed: z.int(),
  updated: z.int(),
  pending: z.int(),
  /** Whole percent. */
  confirmationRate: z.int(),
  disputed: z.int(),
  /** Clients that a link’s holder reported; the office should call. */
  reported: z.int(),
  /** Rows of the list of reviews. */
  toReview: z.int(),
  /** Planned rounds that wait for the office. */
  heldRounds: z.int(),
  /** Clients' corrections since midnight in TIME_ZONE. */
  todayUpdates: z.int(),
  /** Growth by the last import and since, in whole percent; null without one. */
  growthSinceLastImport: z.nullable(z.int()),
  clientsSinceLastImport: z.nullable(z.int()),
  /** Ignores mailings to one client, without recipients, or canceled before their first email. */
  lastMailingAt: z.nullable(timestamp),
  mail: z.object({
    provider: z.string(),
    /** Why no email is sent; null while all is well. */
    problem: z.nullable(z.string()),
    /** Sends nothing until an administrator resumes it. */
    paused: z.boolean(),
    /** Which server settings must change before clients are emailed, in words. */
    warnings: z.array(z.string()),
    /** Emails leave, but nobody has opened a link of one yet. */
    untried: z.boolean(),
    /** A warning, if 2 % of the last mailing to many came back, or nobody has opened a link of it in a day. */
    lastMailing: z.nullable(z.string()),
    /** Why several reads of the mailbox for bounces and replies failed in a row, in words. */
    mailbox: z.nullable(z.string()),
  }),
  /** What whoever runs the server has to set before clients are emailed, in words. */
  setup: z.nullable(z.string()),
  /** Set until an administrator resumes a restored copy. */
  restored: z.nullable(
    z.object({ restoredAt: timestamp, backupMadeAt: timestamp, emailsCanceled: z.int() }),
  ),
  /** Why there is no recent nightly backup; null while all is well or none is set up. */
  backupProblem: z.nullable(z.string()),
  backupMissing: z.boolean(),
  /** Which sealed rows the daily check found altered outside the product; null: none. */
  sealProblem: z.nullable(z.string()),
})
export type Stats = z.infer<typeof Stats>

/** In whole percent: 100 only if none is missing. */
export function shareOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return part < whole ? Math.min(Math.round((100 * part) / whole), 99) : 100
}

/** Shows '0%' only for none and '100%' only for all, otherwise '<1%' or '>99%'. */
export function shareText(part: number, whole: number): string {
  const percent = (100 * part) / whole
  if (percent > 0 && percent < 1) return '<1%'
  return percent > 99 && percent < 100 ? '>99%' : `${shareOf(part, whole)}%`
}

export const getStats = endpoint('GET /api/admin/stats', { reply: Stats })

/** Days in TIME_ZONE. */
export const AnswersOfDay = z.object({ day: z.iso.date(), confirmed: z.int(), updated: z.int() })

/** The chart has room for a year of days. */
export const MOST_DAYS = 366

export const Charts = z.object({
  /** The last import or bulk send that emailed clients; null: no days. */
  since: z.nullable(timestamp),
  /** Every day since, the oldest first. Of more than MOST_DAYS, the first one shown includes the answers before it. */
  days: z.array(AnswersOfDay),
  states: z.array(z.object({ state: z.string(), total: z.int(), answered: z.int() })),
})
export type Charts = z.infer<typeof Charts>

export const getCharts = endpoint('GET /api/admin/charts', { reply: Charts })

export const LiveEvent = z.object({ type: z.enum(['changed', 'heartbeat']) })
export type LiveEvent = z.infer<typeof LiveEvent>

export const HEARTBEAT_MS = 25_000

/** text/event-stream of LiveEvent. */
export const liveEvents = endpoint('GET /api/admin/events', {})

/** Ends a pause of all sending; a restored copy also starts its nightly backups. A second call changes nothing. */
export const resume = endpoint('POST /api/admin/resume', {})
