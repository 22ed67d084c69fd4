import * as z from 'zod/mini'
import { CLIENT_FIELDS, type ClientField } from './client-fields.ts'
import { Client } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { isOwnField } from './own-columns.ts'

/** The fields whose value the office chooses. The client who stays keeps the client number. */
export const MERGE_FIELDS = CLIENT_FIELDS.filter(
  (field): field is Exclude<ClientField, 'client_number'> => field !== 'client_number',
)

const isMergeField = (field: string) =>
  isOwnField(field) || (MERGE_FIELDS as string[]).includes(field)

/**
 * Moves the answers, files and history of `other` to the client `:id`, and `other` to the trash. `keep` names the
 * client whose value stays, by field. For other fields, `:id` keeps its value, or gets the other’s if it has none. 409
 * if somebody changed one of the two, or while an answer is disputed or a report is open.
 */
export const mergeClients = endpoint('POST /api/admin/users/:id/merge', {
  params: idParams,
  body: z.object({
    other: z.int().check(z.positive()),
    keep: z._default(
      z.record(z.string().check(z.refine(isMergeField, 'keep must have fields')), z.int()),
      {},
    ),
    /** The versions that the caller has seen. */
    last_updated: z.optional(timestamp),
    other_last_updated: z.optional(timestamp),
  }),
  reply: Client,
})
