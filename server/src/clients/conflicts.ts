import { isForeignKeyViolation, isUniqueViolation } from '../db/transact.ts'
import { Refusal, refuseField } from '../http/errors.ts'
import type { ClientRecord } from '../records/clients.ts'

/** @throws Refusal 409 with the `current` row if someone else was faster than the edit of `version` */
export function refuseOutdated(before: ClientRecord, version: string | undefined): void {
  if (!version || version === before.last_updated) return
  const { search_text: _, ...current } = before
  const message =
    'Someone else has changed this client meanwhile. Please look at the current values.'
  throw new Refusal(409, message, { current })
}

/** Words for violated constraints; rethrows any other error. */
export function explainConflict(
  error: unknown,
  { client_number, group_template }: { client_number?: string; group_template?: string },
): never {
  if (isUniqueViolation(error))
    refuseField('client_number', `Client number ${client_number} is already taken.`, 409)
  if (isForeignKeyViolation(error))
    refuseField('group_template', `There is no email template “${group_template}”.`)
  throw error
}
