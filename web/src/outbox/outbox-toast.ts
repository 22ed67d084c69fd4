import type { Stats } from '@attest/contract/dashboard'
import type { QueryClient } from '@tanstack/react-query'

/** The sidebar has read where emails go. */
export const goesToOutbox = (queries: QueryClient): boolean =>
  queries.getQueryData<Stats>(['stats'])?.mail.provider === 'outbox'

/** Beside a toast whose words say that an email was sent. */
export const outboxNote = (queries: QueryClient): string | undefined =>
  goesToOutbox(queries)
    ? 'No mail server is set: look in the outbox. Set SMTP_URL to send emails.'
    : undefined
