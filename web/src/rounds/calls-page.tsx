import type { RoundPage } from '@attest/contract/rounds'
import { useParams } from '@tanstack/react-router'
import { PhoneOff } from 'lucide-react'
import { useLive } from '../dashboard/use-live.ts'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CallDesk } from './call-desk.tsx'
import { useCallees } from './use-calling.ts'
import { useRound } from './use-rounds.ts'

export default function CallsPage() {
  const { id = '' } = useParams({ strict: false })
  useLive()
  return (
    <RecordPage
      name="round"
      reading={useRound(Number(id))}
      above={<BackToRound id={id} name="Round" />}
      skeleton={<DeskSkeleton />}
    >
      {(round) => <Calls key={round.id} round={round} />}
    </RecordPage>
  )
}

function Calls({ round }: { round: RoundPage }) {
  const { rows, reading } = useCallees(round)
  if (!round.closed_at && rows && rows.length > 0) return <CallDesk round={round} rows={rows} />
  return (
    <>
      <PageHeader
        title="Call clients"
        above={<BackToRound id={String(round.id)} name={round.name} />}
      />
      <ReadError inPanel title="Failed to fetch the clients to call" reading={reading} />
      {reading.isPending && (
        <div role="status" aria-label="Loading...">
          <DeskSkeleton />
        </div>
      )}
      {rows && <NobodyToCall round={round} />}
    </>
  )
}

const BackToRound = ({ id, name }: { id: string; name: string }) => (
  <BackLink to="/rounds/$id" params={{ id }}>
    {name}
  </BackLink>
)

const DeskSkeleton = () => <Skeleton className="h-130 rounded-lg!" />

const NobodyToCall = ({ round }: { round: RoundPage }) => (
  <Panel>
    <EmptyState
      icon={PhoneOff}
      title={round.closed_at ? 'This round is closed' : 'Nobody to call'}
      text={
        round.closed_at
          ? 'Calls belong to an open round.'
          : round.coverage.outstanding === 0
            ? 'Nobody is outstanding.'
            : 'Email reaches every client who has not answered yet.'
      }
    />
  </Panel>
)
