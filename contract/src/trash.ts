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
  /** The client that this one was merged into; its name is null if it is deleted, too. */
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
  /** Of them, clients whose template is gone: they have the default one now. */
  regrouped: z.int(),
  /** Clients whose number another client has by now: they stay in the trash. */
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type Restored = z.infer<typeof Restored>

/** Undoes the merge of a merged client. 409 if another client has the number by now, or if the kept client is deleted. */
export const restoreClient = endpoint('POST /api/admin/users/:id/restore', {
  params: idParams,
  reply: Restored,
})

export const restoreDeletion = endpoint('POST /api/admin/trash/restore', {
  body: z.object({ deletedAt: timestamp }),
  reply: Restored,
})

/** For good. 400 unless `name` is the client's full name. */
export const removeTrashed = endpoint('DELETE /api/admin/trash/:id', {
  params: idParams,
  body: z.object({ name: text }),
})
