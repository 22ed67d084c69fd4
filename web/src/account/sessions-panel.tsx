import type { AccountSession } from '@attest/contract/account'
import { Check, Monitor } from 'lucide-react'
import { formatDateTime } from '../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AccountRow } from './account-row.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './use-account.ts'

export function SessionsPanel() {
  const reading = useSessions()
  const { data, error } = reading
  return (
    <Panel title="Sessions" end={data && data.length > 1 && <EndOthers others={data.length - 1} />}>
      <ReadError title="Failed to fetch the sessions" reading={reading} />
      {!data && !error && <SkeletonLines count={2} className="h-17 px-4 md:px-5.5" />}
      <ul>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const end = useEndSession()
  const { id, current, device, address, last_used_at } = session
  return (
    <AccountRow
      icon={Monitor}
      title={device}
      badge={current && <Badge icon={Check} label="This device" />}
      text={`${address} · last used ${formatDateTime(last_used_at)}`}
      actions={
        !current && (
          <Button
            variant="remove"
            size="sm"
            aria-label={`End the session of ${device}, ${address}`}
            blocked={end.isPending}
            className="md:-mr-2.75 max-md:-ml-2.75"
            onClick={() => end.mutate({ params: { id } })}
          >
            End
          </Button>
        )
      }
    />
  )
}

function EndOthers({ others }: { others: number }) {
  const end = useEndOtherSessions()
  return (
    <ConfirmButton
      size="sm"
      blocked={end.isPending}
      question="End all other sessions"
      text={`You stay signed in here and are signed out in ${others} other ${others === 1 ? 'place' : 'places'}.`}
      action="End All Others"
      onConfirm={() => end.mutate({})}
    >
      End All Others
    </ConfirmButton>
  )
}
