import type { Round } from '@attest/contract/rounds'
import { Plus, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RoundDialog } from '../lazy-dialogs.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ClosedRoundRow, OpenRoundRow } from './round-row.tsx'
import { useRounds } from './use-rounds.ts'

export default function RoundListPage() {
  const reading = useRounds()
  const { data: rounds, error } = reading
  const [starting, setStarting] = useState(false)
  const start = (
    <Button variant="primary" onClick={() => setStarting(true)}>
      <Plus aria-hidden />
      Start Round
    </Button>
  )
  const mayStart = rounds && rounds.length > 0 && rounds.every(({ closed_at }) => closed_at)
  return (
    <>
      <PageHeader
        title="Rounds"
        text="A round runs from the first letter to the last phone call."
        actions={mayStart && start}
      />
      {!rounds && !error && <ListSkeleton />}
      <ReadError inPanel title="Failed to fetch the rounds" reading={reading} />
      {rounds?.length === 0 && <NoRounds action={start} />}
      {rounds && rounds.length > 0 && <Rounds rounds={rounds} />}
      {starting && <RoundDialog onClose={() => setStarting(false)} />}
    </>
  )
}

const NoRounds = ({ action }: { action: ReactNode }) => (
  <Panel>
    <EmptyState
      icon={RefreshCw}
      title="No rounds yet"
      text="In a round you ask clients to check their details, remind those who do not answer, and call those that email cannot reach. The first email without a round starts one by itself."
      action={action}
    />
  </Panel>
)

const ListSkeleton = () => (
  <div role="status" aria-label="Loading...">
    <Skeleton className="mb-5 h-46 rounded-lg!" />
    <Skeleton className="h-46 rounded-lg!" />
  </div>
)

function Rounds({ rounds }: { rounds: Round[] }) {
  const open = rounds.find(({ closed_at }) => closed_at === null)
  const closed = rounds.filter(({ closed_at }) => closed_at !== null)
  return (
    <div className="grid gap-5">
      {open && <OpenRoundRow round={open} />}
      {closed.length > 0 && (
        <Panel title="Closed rounds">
          <ul aria-label="Closed rounds">
            {closed.map((round) => (
              <ClosedRoundRow key={round.id} round={round} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}
