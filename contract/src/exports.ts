import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Longest wait for a turn: the server writes two CSV files and one workbook at a time. */
export const EXPORT_WAIT_MS = 5 * 60 * 1000

export const exportClients = endpoint({
  method: 'GET',
  path: '/api/admin/export',
  query: z.object({ format: ExportFormat }),
})
