import { randomUUID } from 'node:crypto'
import { renderLetter, samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import type { sendTestEmail } from '@attest/contract/templates'
import type * as z from 'zod/mini'
import { mailDomain } from '../config.ts'
import { letterFirm } from '../delivery/letter-firm.ts'
import { DeliveryError } from '../delivery/mail.ts'
import { outboxCode } from '../delivery/outbox.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { admitTry, signedIn } from '../identity/throttle.ts'
import { findTemplateRow } from './queries.ts'

/** The web gives up after 15 s. */
const PATIENCE_MS = 10_000

/** Sends a template with sample data at once, without a ledger row. */
export async function sendTest(
  { db, mail, config, now }: Deps,
  admin: SignedIn,
  {
    templateId,
    testEmail,
    templateData,
    draft,
    language,
  }: z.output<(typeof sendTestEmail)['body']>,
) {
  const template = draft ?? (await findTemplateRow(db, templateId)) ?? notFound('Template')
  const { waitMs } = mail.pace
  if (waitMs > PATIENCE_MS) {
    const seconds = Math.ceil(waitMs / 1000)
    throw new Refusal(
      503,
      `The limit for emails lets the next one leave in ${seconds} seconds. Please try again then.`,
    )
  }
  await admitTry(db, 'letter', signedIn(admin), now())
  // Logged first: a sent email cannot be undone.
  await logEvent(db, 'test-email-asked', admin, now(), testEmail)
  const letter = letterIn(template, language)
  const values = { ...samplesFor(letter), email: testEmail, ...templateData }
  try {
    await mail.send({
      ...renderLetter(letter, values, letterFirm(config)),
      to: { name: `${values.first_name} ${values.last_name}`, address: testEmail },
      messageId: `<${randomUUID()}@${mailDomain(config)}>`,
    })
  } catch (error) {
    if (error instanceof DeliveryError) throw new Refusal(502, error.message)
    throw error
  }
  return {
    message: `Test email sent successfully to ${testEmail}`,
    code: outboxCode(mail.provider),
  }
}
