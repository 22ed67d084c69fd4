import type { RoundPage } from '@attest/contract/rounds'
import { useParams } from '@tanstack/react-router'
import { PhoneOff } from 'lucide-react'
import { useLive } from '../dashboard/use-live.ts'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CallDesk } from './call-desk.tsx'
import { useCallees } from './use-calling.ts'
import { useRound } from './use-rounds.ts'

export default function CallsPage() {
  const { id } = useParams({ strict: false })
  useLive()
  const round = useRound(Number(id))
  const { rows, reading } = useCallees(Number(id), round.data)
  if (round.data && !round.data.closed_at && rows && rows.length > 0)
    return <CallDesk round={round.data} rows={rows} />
  const failed = round.data ? reading : round
  const retry = () => Promise.all([round.refetch(), reading.refetch()])
  return (
    <>
      <PageHeader
        title="Call clients"
        above={
          <BackLink to="/rounds/$id" params={{ id: id! }}>
            {round.data?.name ?? 'Round'}
          </BackLink>
        }
      />
      {failed.error && !failed.data && (
        <Sheet>
          <ReadError
            title="Failed to fetch the clients to call"
            reading={{ ...failed, refetch: retry }}
          />
        </Sheet>
      )}
      {!failed.error && !(round.data && rows) && (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-130 rounded-lg!" />
        </div>
      )}
      {round.data && rows && <NobodyToCall round={round.data} />}
    </>
  )
}

const NobodyToCall = ({ round }: { round: RoundPage }) => (
  <Sheet>
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
  </Sheet>
)
