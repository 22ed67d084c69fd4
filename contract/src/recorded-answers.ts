import * as z from 'zod/mini'
import { Client, ClientEdit } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, timestamp, validPlace } from './fields.ts'

export const OtherChannel = z.enum(['phone', 'letter', 'in_person'])
export type OtherChannel = z.infer<typeof OtherChannel>

/**
 * Saves an answer given by phone, by letter or in person, and closes the client's links. Unchanged details confirm;
 * number and group do not count. 400: `on` is in the future or before the last request. 409: as an edit, or
 * `client_disputed`.
 */
export const recordAnswer = endpoint('POST /api/admin/users/:id/answers', {
  params: idParams,
  body: z
    .extend(ClientEdit, {
      via: OtherChannel,
      /** The day in TIME_ZONE; missing: today. */
      on: z.optional(z.iso.date({ error: 'Date must be a day, like 2027-03-31' })),
      note: optionalText,
    })
    .check(validPlace()),
  reply: Client,
})

/** When the client answered last; null: never. */
export const getLastAnswer = endpoint('GET /api/admin/users/:id/answers/last', {
  params: idParams,
  reply: z.object({ at: z.nullable(timestamp) }),
})
