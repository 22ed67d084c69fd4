import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { findTemplateRow } from './queries.ts'

/**
 * The letter that a call's field chooses for a round or a mailing; none is fine.
 * @throws Refusal 400 if it is unknown or a reminder's
 */
export async function checkTemplate(db: Db, field: string, id: string | null | undefined) {
  if (id == null || (await findTemplateRow(db, id))?.reminder_of === null) return
  const message = `There is no email template “${id}”.`
  throw new Refusal(400, message, { fields: { [field]: message } })
}
