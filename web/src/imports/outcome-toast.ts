import type { Import } from '@attest/contract/imports'
import { formatNumber } from '../lib/format.ts'
import type { Toast } from '../lib/toast.ts'

/** How an import went, in a toast (spec §8). */
export function outcomeToast({ successful, refused, bulkUpdate, bulkUpdateError }: Import): Toast {
  const rows = `${formatNumber(successful)} ${successful === 1 ? 'user' : 'users'} imported`
  const kept = refused > 0 ? `${rows}, ${formatNumber(refused)} refused.` : `${rows}.`
  if (!bulkUpdate) {
    if (!bulkUpdateError) return { title: 'Import Completed', text: kept }
    return {
      title: 'Import Completed (Email Sending Failed)',
      text: `${kept} ${bulkUpdateError}`,
      tone: 'danger',
    }
  }
  const { emailsSent, emailsFailed, smtpProvider } = bulkUpdate
  const total = formatNumber(emailsSent + emailsFailed)
  const mails = `${kept} ${formatNumber(emailsSent)} of ${total} emails sent via ${smtpProvider}`
  if (emailsFailed > 0) {
    return {
      title: 'Import Completed with Email Issues',
      text: `${mails}, ${formatNumber(emailsFailed)} failed.`,
      tone: 'danger',
    }
  }
  return {
    title: 'Import Completed',
    text: bulkUpdateError ? `${mails}. ${bulkUpdateError}` : `${mails}.`,
  }
}
