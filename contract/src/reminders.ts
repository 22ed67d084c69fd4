import * as z from 'zod/mini'
import { hasSelectionOrNone, SelectionQuery, selectionFields } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

/**
 * Sends or skips the next planned reminder now, or sends an extra one, to all or to the selected of its recipients.
 * 409 codes: `reminder_changed` (`day` is no longer the next), `mailing_running`, `round_closed`, `selection_changed`.
 */
export const remind = endpoint('POST /api/admin/rounds/:id/remind', {
  params: idParams,
  body: z
    .object({
      /** Null: an extra reminder beside the plan. */
      day: z._default(z.nullable(z.int()), null),
      skip: z._default(z.boolean(), false),
      ...selectionFields,
    })
    .check(hasSelectionOrNone),
  /** Null: nobody was left to remind. */
  reply: z.object({ mailingId: z.nullable(z.int()), recipients: z.int() }),
})

/** How many of the selected clients a reminder would reach now. 409 with code `round_closed` or `selection_changed`. */
export const previewReminder = endpoint('GET /api/admin/rounds/:id/remind', {
  params: idParams,
  query: SelectionQuery,
  reply: z.object({ recipients: z.int() }),
})
