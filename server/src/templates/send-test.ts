import { randomUUID } from 'node:crypto'
import { renderLetter, SAMPLE_VALUES } from '@attest/contract/letter'
import type { sendTestEmail } from '@attest/contract/templates'
import type { z } from 'zod'
import { firmOf, mailDomain } from '../config.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { DeliveryError } from '../mail/mail.ts'
import { findTemplateRow } from './queries.ts'

/**
 * Sends a template with sample data, straight out: the ledger is for clients.
 * @throws Refusal 502 with the reason when the mail was not taken
 */
export async function sendTest(
  { db, mail, config }: Deps,
  { templateId, testEmail, templateData, draft }: z.output<(typeof sendTestEmail)['body']>,
): Promise<{ message: string }> {
  const content = draft ?? (await findTemplateRow(db, templateId)) ?? notFound('Template')
  const values = { ...SAMPLE_VALUES, email: testEmail, ...templateData }
  try {
    await mail.send({
      ...renderLetter(content, values, firmOf(config)),
      to: { name: `${values.first_name} ${values.last_name}`, address: testEmail },
      messageId: `<${randomUUID()}@${mailDomain(config)}>`,
    })
  } catch (error) {
    if (error instanceof DeliveryError) throw new Refusal(502, error.message)
    throw error
  }
  return { message: `Test email sent successfully to ${testEmail}` }
}
