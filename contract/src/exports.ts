import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** A file; its name is in content-disposition. */
export const exportClients = endpoint({
  method: 'GET',
  path: '/api/admin/export',
  query: z.object({ format: ExportFormat }),
})
