import type { Client } from '@attest/contract/clients'
import { BellOff } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { excuseName } from './excuse.ts'
import { useAdmitClient } from './use-clients.ts'

/** Why this client must not be asked; nothing for the others. */
export function ExcuseNotice({ client }: { client: Client }) {
  const admit = useAdmitClient()
  const { id, excused_reason, excused_at, excused_by, excused_note } = client
  if (!excused_reason) return null
  return (
    <section
      aria-label="Do Not Ask"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line-strong bg-sunk px-4 py-3"
    >
      <BellOff aria-hidden className="size-4.5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p>
          <b className="font-semibold">Do not ask: {excuseName(excused_reason)}.</b> No email goes
          to this client.
        </p>
        <p className="text-md text-ink-2">
          {formatDay(excused_at)} by {excused_by}
          {excused_note && `: “${excused_note}”`}
        </p>
      </div>
      <Button size="sm" blocked={admit.isPending} onClick={() => admit.mutate({ params: { id } })}>
        Allow Emails
      </Button>
    </section>
  )
}
