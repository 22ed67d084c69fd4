import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, pageQuery, searchText, text, timestamp } from './fields.ts'

export const TRASH_DAYS = 30

const TrashedClient = z.object({
  client_id: z.int(),
  client_number: z.string(),
  name: z.string(),
  deleted_at: timestamp,
  deleted_by: z.string(),
  /** Clients in the trash who were deleted by the same call, this one included. */
  together: z.int(),
  /** The client that this one was merged into; `name` is null if that one is deleted, too. */
  merged_into: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
})
export type TrashedClient = z.infer<typeof TrashedClient>

export const TrashQuery = z.object({
  search: searchText,
  /** Only those of this deletion; '' for all. */
  deletedAt: z._default(z.union([timestamp, z.literal('')]), ''),
  ...pageQuery,
})
export type TrashQuery = z.infer<typeof TrashQuery>

/** The newest first. */
export const listTrash = endpoint('GET /api/admin/trash', {
  query: TrashQuery,
  reply: z.object({ clients: z.array(TrashedClient), total: z.int() }),
})

export const getTrashed = endpoint('GET /api/admin/trash/:id', {
  params: idParams,
  reply: TrashedClient,
})

const Restored = z.object({
  restored: z.int(),
  /** Restored clients whose template no longer exists. They get the default one. */
  regrouped: z.int(),
  /** Clients who stay in the trash, as another client has their number by now. */
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type Restored = z.infer<typeof Restored>

/** Undoes a merged client's merge. 409 if another client has the number by now, or the kept client is deleted. */
export const restoreClient = endpoint('POST /api/admin/users/:id/restore', {
  params: idParams,
  reply: Restored,
})

export const restoreDeletion = endpoint('POST /api/admin/trash/restore', {
  body: z.object({ deletedAt: timestamp }),
  reply: Restored,
})

/** Deletes the client for good. 400 unless `name` is the client's full name. */
export const removeTrashed = endpoint('DELETE /api/admin/trash/:id', {
  params: idParams,
  body: z.object({ name: text }),
})
