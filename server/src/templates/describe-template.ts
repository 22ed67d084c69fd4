import { type LetterValues, letterText, renderLetter } from '@attest/contract/letter'
import type { Firm } from '@attest/contract/letter-parts'
import { PLACEHOLDERS } from '@attest/contract/placeholders'
import type { TemplateRecord } from './queries.ts'

export const UNFILLED = Object.fromEntries(
  PLACEHOLDERS.map((name) => [name, `{{${name}}}`]),
) as LetterValues

export function describeTemplate(
  row: TemplateRecord & { reminder_of?: string | null },
  firm: Firm,
) {
  const { html } = renderLetter(row, UNFILLED, firm)
  const textIsGenerated = row.textContent.trim() === ''
  const textContent = textIsGenerated ? letterText(row, firm) : row.textContent
  return { reminder_of: null, ...row, htmlContent: html, textContent, textIsGenerated }
}
