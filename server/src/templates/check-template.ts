import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { findTemplateRow } from './queries.ts'

/**
 * The letter of a round or of a mailing, under the field's name, if one is chosen.
 * @throws Refusal 400 if it is unknown or a reminder's
 */
export async function checkTemplate(db: Db, chosen: Record<string, string | null | undefined>) {
  for (const [field, id] of Object.entries(chosen)) {
    if (id == null || (await findTemplateRow(db, id))?.reminder_of === null) continue
    const message = `There is no email template “${id}”.`
    throw new Refusal(400, message, { fields: { [field]: message } })
  }
}
