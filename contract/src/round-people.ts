import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

/** How many clients are outstanding by person: the first own column of administrators names it. Null without one. */
export const countByPerson = endpoint('GET /api/admin/rounds/:id/people', {
  params: idParams,
  reply: z.object({
    column: z.nullable(z.object({ id: z.int(), name: z.string() })),
    /** Null: nobody is in charge. */
    people: z.array(
      z.object({
        id: z.nullable(z.string()),
        /** Null: the account was removed. */
        email: z.nullable(z.string()),
        outstanding: z.int(),
      }),
    ),
  }),
})
