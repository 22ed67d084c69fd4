import type { Import } from '@attest/contract/imports'
import { counted, formatNumber } from '../lib/format.ts'
import type { Toast } from '../lib/toast.ts'

/** 'sent via mail.example.com' */
export const leftBy = (provider = '') =>
  provider === 'outbox'
    ? 'kept in the outbox: no email leaves this server yet'
    : `sent via ${provider}`

/** How an import went, in a toast (spec §8). */
export function outcomeToast(outcome: Import): Toast {
  const { state, successful, rejected, bulkUpdate, bulkUpdateError } = outcome
  const rows = `${counted(successful, 'client', 'clients')} imported`
  const kept = rejected > 0 ? `${rows}, ${formatNumber(rejected)} not imported.` : `${rows}.`
  if (state === 'canceled') return { title: 'Import Canceled', text: kept }
  const { emailsSent = 0, emailsFailed = 0, smtpProvider } = bulkUpdate ?? {}
  if (bulkUpdateError && emailsSent === 0) {
    return {
      title: 'Import Completed (Email Sending Failed)',
      text: `${kept} ${bulkUpdateError}`,
      tone: 'danger',
    }
  }
  if (!bulkUpdate) return { title: 'Import Completed', text: kept }
  const total = counted(emailsSent + emailsFailed, 'email', 'emails')
  const mails = `${kept} ${formatNumber(emailsSent)} of ${total} ${leftBy(smtpProvider)}`
  if (emailsFailed > 0 || bulkUpdateError) {
    return {
      title: 'Import Completed with Email Issues',
      text: `${mails}, ${formatNumber(emailsFailed)} failed. ${bulkUpdateError ?? ''}`.trim(),
      tone: 'danger',
    }
  }
  return { title: 'Import Completed', text: `${mails}.` }
}
