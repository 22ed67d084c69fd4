import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

export const Stats = z.object({
  totalUsers: z.int(),
  confirmed: z.int(),
  updated: z.int(),
  pending: z.int(),
  /** Confirmed of total, whole percent. */
  confirmationRate: z.int(),
  /** Clients' corrections since midnight in the firm's time zone. */
  todayUpdates: z.int(),
  /** Whole percent by which the list has grown since before the last import; null without one. */
  growthSinceLastImport: z.nullable(z.int()),
  /** Of those to many; one that had nobody to go to, or was canceled before its first mail, is none. */
  lastMailingAt: z.nullable(timestamp),
  mail: z.object({
    /** The SMTP host, or 'outbox' while none is set. */
    provider: z.string(),
    /** Why no mail goes out, in words; null while all is well. */
    trouble: z.nullable(z.string()),
  }),
  /** While this is a restored copy that an administrator has not yet resumed. */
  restored: z.nullable(
    z.object({ restoredAt: timestamp, backupMadeAt: timestamp, emailsCanceled: z.int() }),
  ),
  /** Why there is no recent nightly backup, in words; null while all is well, or none is set up. */
  backupTrouble: z.nullable(z.string()),
})
export type Stats = z.infer<typeof Stats>

/** Whole percent; 100 only where none is missing, 0 of nobody. */
export function shareOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return part < whole ? Math.min(Math.round((100 * part) / whole), 99) : 100
}

export const getStats = endpoint({ method: 'GET', path: '/api/admin/stats', reply: Stats })

/** How many clients answered on one day in the firm's time zone. */
const AnswersOfDay = z.object({ day: z.iso.date(), confirmed: z.int(), updated: z.int() })

/** More days than a year would be a line of dust. */
export const MOST_DAYS = 366

const StateShare = z.object({
  /** Two-letter code. */
  state: z.string(),
  total: z.int(),
  /** Of the total, those that are not pending. */
  answered: z.int(),
})

export const Charts = z.object({
  /** The last mailing, as in Stats, or null when there was none: then no days are told. */
  since: z.nullable(timestamp),
  /**
   * Every day since then, also those without an answer, the oldest first. At most MOST_DAYS: then the first
   * holds the answers of the days before it as well.
   */
  days: z.array(AnswersOfDay),
  /** The states with the most clients first. */
  states: z.array(StateShare),
})
export type Charts = z.infer<typeof Charts>

export const getCharts = endpoint({ method: 'GET', path: '/api/admin/charts', reply: Charts })

/** One `data:` line of the live stream: something changed, or nothing did and the line still stands. */
export const LiveEvent = z.object({ type: z.enum(['changed', 'heartbeat']) })
export type LiveEvent = z.infer<typeof LiveEvent>

/** The server sends a heartbeat after so much silence. */
export const HEARTBEAT_MS = 25_000

/** text/event-stream of LiveEvent. */
export const liveEvents = endpoint({ method: 'GET', path: '/api/admin/events' })
