import type { Toast } from '../lib/toast.ts'

/** Replaces the toast “Email sent”. */
export const outboxToast = (what: string): Toast => ({
  title: `${what} kept in the outbox`,
  text: 'Nobody gets it: no email leaves this server yet. Set up a mail server in Settings.',
})
