import type { Stats } from '@attest/contract/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import type { Toast } from '../lib/toast.ts'

/** The sidebar has read where emails go. */
export const goesToOutbox = (queries: QueryClient): boolean =>
  queries.getQueryData<Stats>(['stats'])?.mail.provider === 'outbox'

/** In place of one that says that an email was sent. */
export const writtenToast = (what: string): Toast => ({
  title: `${what} written to the outbox`,
  text: 'No mail server is set, so nothing was sent. Set SMTP_URL to send emails.',
})
