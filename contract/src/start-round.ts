import * as z from 'zod/mini'
import { ClientFilter, hasOneSelection, idList, Selection } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, required, text, timestamp } from './fields.ts'
import { previewBulkSend } from './mailings.ts'
import { ReminderPlan, Round } from './rounds.ts'

const RoundInput = z.object({
  name: required('Name is required'),
  /** Null or missing: each client gets the letter of its group. */
  template_id: z.optional(z.nullable(text)),
  due_on: z.iso.date({ error: 'Due date must be a day, like 2027-03-31' }),
  /** Missing: the reminders of the settings. */
  plan: z.optional(ReminderPlan),
  repeats: z.optional(z.boolean()),
  /** Clients who get the first letter. Missing: the start emails nobody. */
  selection: z.optional(Selection.check(hasOneSelection)),
  /** Leaves out clients who answered within so many days; 0 or missing: nobody. */
  leaveOutDays: z.optional(z.int().check(z.minimum(0), z.maximum(3660))),
  /** When the first letters are sent. A time without an offset is in TIME_ZONE. Null or missing: now. */
  startsAt: z.optional(
    z.nullable(
      z.union([timestamp, z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })]),
    ),
  ),
})
export type RoundInput = z.infer<typeof RoundInput>

/**
 * Starts the round and sends the first letters, or plans both. Without a selection, it sends nothing.
 * 409 with code `round_open` while a round is open, `selection_changed` with the new total, or `mailing_running`.
 * 400 for a time or a due date in the past.
 */
export const startRound = endpoint('POST /api/admin/rounds', { body: RoundInput, reply: Round })

/**
 * `startsAt` null starts a planned round now; another time confirms the plan. 409 with code `round_changed` for an
 * outdated `version`, `round_started` for clients or start of a round that has started.
 */
export const updateRound = endpoint('PUT /api/admin/rounds/:id', {
  params: idParams,
  body: z.partial(
    z.object({ ...RoundInput.shape, plan: ReminderPlan, paused: z.boolean(), version: z.int() }),
  ),
  reply: Round,
})

/** Only a planned one: 409 with code `round_started` otherwise. */
export const deleteRound = endpoint('DELETE /api/admin/rounds/:id', { params: idParams })

const { excused, disputed, reported, withoutEmail, totalUsers, emails, ...others } =
  previewBulkSend.reply.shape
const { answered, unusableAddress, withoutLink, letters } = others

/** Clients that a round would ask. `total` is the sum of the next six figures. */
export const previewRound = endpoint('GET /api/admin/rounds/preview', {
  query: z.extend(ClientFilter, {
    ids: z.optional(idList),
    leaveOutDays: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3660)), 0),
    templateId: z.optional(text),
  }),
  reply: z.object({
    total: z.int(),
    answeredLately: z.int(),
    excused,
    disputed,
    reported,
    withoutEmail,
    totalUsers,
    emails,
    answered,
    unusableAddress,
    withoutLink,
    letters,
  }),
})
