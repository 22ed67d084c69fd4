import { letterText, renderLetter } from '@attest/contract/letter'
import type { Firm } from '@attest/contract/letter-parts'
import { PLACEHOLDERS, type Placeholder } from '@attest/contract/placeholders'
import type { Db } from '../db/schema.ts'
import { refuseField } from '../http/errors.ts'
import { keepTemplateRow, type TemplateRecord } from './queries.ts'

export const UNFILLED = Object.fromEntries(
  PLACEHOLDERS.map((name) => [name, `{{${name}}}`]),
) as Record<Placeholder, string>

export function describeTemplate(
  row: TemplateRecord & { reminder_of?: string | null },
  firm: Firm,
) {
  const { html } = renderLetter(row, UNFILLED, firm)
  const textIsGenerated = row.textContent.trim() === ''
  const textContent = textIsGenerated ? letterText(row, firm) : row.textContent
  return { reminder_of: null, ...row, htmlContent: html, textContent, textIsGenerated }
}

/**
 * Accepts a missing `id`. Locks the template until the transaction ends.
 * @throws Refusal 400 for an unknown template or a reminder's
 */
export async function checkTemplate(db: Db, field: string, id: string | null | undefined) {
  if (id == null || (await keepTemplateRow(db, id))?.reminder_of === null) return
  refuseField(field, `There is no email template “${id}”.`)
}
