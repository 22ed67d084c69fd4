import type { Toast } from '../lib/toast.ts'

/** Replaces the toast “Email sent”. */
export const outboxToast = (what: string): Toast => ({
  title: `${what} written to the outbox`,
  text: 'No mail server is set, so nothing was sent. Set SMTP_URL to send emails.',
})
