import type { Db } from '../db/schema.ts'
import { refuseField } from '../http/errors.ts'
import { keepTemplateRow } from './queries.ts'

/**
 * None is fine. Locks the template until the transaction ends.
 * @throws Refusal 400 if it is unknown or a reminder's
 */
export async function checkTemplate(db: Db, field: string, id: string | null | undefined) {
  if (id == null || (await keepTemplateRow(db, id))?.reminder_of === null) return
  refuseField(field, `There is no email template “${id}”.`)
}
