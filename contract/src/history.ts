import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'

/** One record of a client's history. */
export const Change = z.object({
  id: z.int(),
  action: z.enum(['created', 'updated', 'confirmed', 'deleted', 'file_uploaded', 'file_deleted']),
  timestamp,
  /** null when the client did it. */
  admins: z.nullable(z.object({ email: z.string() })),
  /** The changed fields, as a comma list. */
  field: z.string(),
  /** JSON text of the changed fields; 'null' when there was nothing before. */
  old_data: z.string(),
  new_data: z.string(),
  /** What the templates that the data names by their ids are called, or were called last. */
  templates: z.record(z.string(), z.string()),
})
export type Change = z.infer<typeof Change>

/** More records of one client are not listed. */
export const MOST_CHANGES = 1_000

/** The newest first, at most MOST_CHANGES. */
export const listChanges = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/audit-logs',
  params: idParams,
  reply: z.array(Change),
})

/** 404 when it is gone already. */
export const deleteChange = endpoint({
  method: 'DELETE',
  path: '/api/admin/audit-logs/:id',
  params: idParams,
  reply: z.object({ message: z.string() }),
})

/** Deletes those of the given ids that still exist, all or none. */
export const deleteChanges = endpoint({
  method: 'POST',
  path: '/api/admin/audit-logs/delete',
  body: z.object({
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(50_000)),
  }),
  reply: z.object({ deleted: z.int() }),
})
