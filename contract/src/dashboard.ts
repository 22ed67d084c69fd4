import { z } from 'zod'
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
  growthSinceLastImport: z.int().nullable(),
  lastMailingAt: timestamp.nullable(),
})
export type Stats = z.infer<typeof Stats>

export const getStats = endpoint({ method: 'GET', path: '/api/admin/stats', reply: Stats })
