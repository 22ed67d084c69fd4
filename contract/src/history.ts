import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'

export const Change = z.object({
  id: z.int(),
  action: z.enum([
    'created',
    'updated',
    'confirmed',
    'deleted',
    'file_uploaded',
    'file_deleted',
    'email_confirmed',
    'disputed',
    'dispute_ended',
    'restored',
    'merged',
    'merge_undone',
    'wrong_person',
    'reported_deceased',
    'report_ended',
  ]),
  timestamp,
  admins: z.nullable(z.object({ email: z.string() })),
  /** Comma-separated names. */
  field: z.string(),
  /** JSON of the changed fields, or 'null'. */
  old_data: z.string(),
  new_data: z.string(),
  /** Names of templates by the ids in the data. */
  templates: z.record(z.string(), z.string()),
})
export type Change = z.infer<typeof Change>

export const MOST_CHANGES = 1_000

/** The newest first, at most MOST_CHANGES. */
export const listChanges = endpoint('GET /api/admin/users/:id/audit-logs', {
  params: idParams,
  reply: z.array(Change),
})

export const deleteChange = endpoint('DELETE /api/admin/audit-logs/:id', { params: idParams })

export const deleteChanges = endpoint('POST /api/admin/audit-logs/delete', {
  body: z.object({
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(50_000)),
  }),
  reply: z.object({ deleted: z.int() }),
})
