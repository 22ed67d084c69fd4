import type { Client } from '@attest/contract/clients'
import { MailQuestion } from 'lucide-react'
import { formatDay } from '../lib/format.ts'

/** Where mail goes while the client has not confirmed a new email. */
export function EmailNotice({ client: { email, mail_to, confirm_by } }: { client: Client }) {
  if (!mail_to || !confirm_by) return null
  const isOver = Date.parse(confirm_by) < Date.now()
  return (
    <section
      aria-label="New Email"
      className="mb-5 flex items-start gap-4 rounded-md border border-line-strong bg-sunk px-4 py-3"
    >
      <MailQuestion aria-hidden className="mt-0.75 size-4.5 shrink-0 text-ink-2" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <b className="font-semibold">New email not confirmed yet.</b> Emails go to {mail_to} until
          the client confirms {email}.
        </p>
        <p className="text-md text-ink-2">
          {isOver
            ? 'The time to confirm is over. Please call the client and record the answer.'
            : `The client can confirm it until ${formatDay(confirm_by)}.`}
        </p>
      </div>
    </section>
  )
}
