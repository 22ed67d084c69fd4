import {
  type Firm,
  type LetterValues,
  letterText,
  PLACEHOLDERS,
  renderLetter,
} from '@attest/contract/letter'
import { getTemplate, listTemplates } from '@attest/contract/templates'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { firmOf } from '../config.ts'
import type { TemplateRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { findTemplateRow, listTemplateRows } from './queries.ts'

export function templateRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const firm = firmOf(config)
  mount(app, listTemplates, async () =>
    (await listTemplateRows(db)).map((row) => asTemplate(row, firm)),
  )
  mount(app, getTemplate, async ({ params }) =>
    asTemplate((await findTemplateRow(db, params.id)) ?? notFound('Template'), firm),
  )
}

/** Every placeholder stands for itself: the HTML as an administrator may read it. */
const UNFILLED = Object.fromEntries(
  PLACEHOLDERS.map((name) => [name, `{{${name}}}`]),
) as LetterValues

function asTemplate(row: Selectable<TemplateRow>, firm: Firm) {
  const { html } = renderLetter(row, UNFILLED, firm)
  return { ...row, htmlContent: html, textContent: row.textContent || letterText(row, firm) }
}
