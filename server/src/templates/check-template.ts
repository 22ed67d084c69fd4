import type { Db } from '../db/schema.ts'
import { refuseField } from '../http/errors.ts'
import { keepTemplateRow } from './queries.ts'

/**
 * The letter that a call's field chooses for a round or a mailing; none is fine. Nobody deletes it until the transaction
 * ends.
 * @throws Refusal 400 if it is unknown or a reminder's
 */
export async function checkTemplate(db: Db, field: string, id: string | null | undefined) {
  if (id == null || (await keepTemplateRow(db, id))?.reminder_of === null) return
  refuseField(field, `There is no email template “${id}”.`)
}
