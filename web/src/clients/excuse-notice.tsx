import type { Client } from '@attest/contract/clients'
import { BellOff } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ClientNotice } from './client-notice.tsx'
import { excuseName } from './excuse.ts'
import { useAdmitClient } from './use-clients.ts'

/** Why this client must not be asked; nothing for the others. */
export function ExcuseNotice({ client }: { client: Client }) {
  const admit = useAdmitClient()
  const { id, excused_reason, excused_at, excused_by, excused_note } = client
  if (!excused_reason) return null
  return (
    <ClientNotice
      label="Do Not Ask"
      icon={BellOff}
      fact={`Do not ask: ${excuseName(excused_reason)}.`}
      text="No email goes to this client."
      detail={`${formatDay(excused_at)} by ${excused_by}${excused_note ? `: “${excused_note}”` : ''}`}
      action={
        <Button
          size="sm"
          blocked={admit.isPending}
          onClick={() => admit.mutate({ params: { id } })}
        >
          Allow Emails
        </Button>
      }
    />
  )
}
