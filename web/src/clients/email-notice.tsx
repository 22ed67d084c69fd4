import type { Client } from '@attest/contract/clients'
import { MailQuestion } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { ClientNotice } from './client-notice.tsx'

/** Names the address that gets mail until the client confirms the new one. */
export function EmailNotice({ client: { email, mail_to, confirm_by } }: { client: Client }) {
  if (!confirm_by) return null
  const isOver = Date.parse(confirm_by) < Date.now()
  return (
    <ClientNotice
      label="New Email"
      icon={MailQuestion}
      fact="New email not confirmed yet."
      text={`${mail_to ? `Emails go to ${mail_to}` : 'No email goes out'} until the client confirms ${email}.`}
      detail={
        isOver
          ? 'The time to confirm is over. Please call the client and record the answer.'
          : `The client can confirm it until ${formatDay(confirm_by)}.`
      }
    />
  )
}
