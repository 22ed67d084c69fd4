import { type LetterValues, letterText, PLACEHOLDERS, renderLetter } from '@attest/contract/letter'
import type { Firm } from '@attest/contract/letter-parts'
import type { TemplateRecord } from './queries.ts'

/** Placeholders stay as they are. */
const UNFILLED = Object.fromEntries(
  PLACEHOLDERS.map((name) => [name, `{{${name}}}`]),
) as LetterValues

/** A template or one of its versions, in the contract's form. */
export function asTemplate(row: TemplateRecord, firm: Firm) {
  const { html } = renderLetter(row, UNFILLED, firm)
  const textIsGenerated = row.textContent.trim() === ''
  const textContent = textIsGenerated ? letterText(row, firm) : row.textContent
  return { ...row, htmlContent: html, textContent, textIsGenerated }
}
