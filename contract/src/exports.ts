import * as z from 'zod/mini'
import { ClientFilter, idList } from './clients.ts'
import { endpoint } from './endpoint.ts'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Columns of an export that an import ignores. */
export const EXPORT_ONLY_HEADINGS: readonly string[] = ['Status', 'Last Updated', 'Created']

/** Longest wait for a turn: the server writes two CSV files and one workbook at a time. */
export const EXPORT_WAIT_MS = 5 * 60 * 1000

/** All clients, those who match, or those of `ids`. */
export const exportClients = endpoint('GET /api/admin/export', {
  query: z.extend(ClientFilter, {
    format: ExportFormat,
    ids: z.optional(idList),
  }),
})
