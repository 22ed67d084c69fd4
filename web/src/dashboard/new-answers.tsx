import type { ClientQuery } from '@attest/contract/clients'
import { useState } from 'react'
import { useClients } from '../clients/use-clients.ts'
import { counted } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import type { useStats } from './use-dashboard.ts'

interface NewAnswersProps {
  query: ClientQuery
  stats: ReturnType<typeof useStats>
}

/** Answers since the table was read. They move its rows only at a press, so none moves under the pointer. */
function useNewAnswers({ query, stats }: NewAnswersProps) {
  const { dataUpdatedAt: at, refetch } = useClients(query)
  const answered = stats.data && stats.data.confirmed + stats.data.updated
  const [read, setRead] = useState({ at: 0, answered: 0 })
  const isRead = read.at === at
  if (answered !== undefined && (isRead ? answered < read.answered : !stats.isFetching))
    setRead({ at, answered })
  return { count: isRead && answered ? answered - read.answered : 0, refetch }
}

/** Always as high as its button: it comes and goes without moving the table. */
export function NewAnswers(props: NewAnswersProps) {
  const { count, refetch } = useNewAnswers(props)
  return (
    <div className="flex h-11 items-center gap-2.5 border-b border-line px-4 text-md text-ink-2 md:px-5.5">
      <p role="status">
        {count > 0 ? counted(count, 'new answer', 'new answers') : 'No new answers'}
      </p>
      {count > 0 && (
        <>
          <span aria-hidden>·</span>
          <Button size="sm" onClick={() => void refetch()}>
            Show
          </Button>
        </>
      )}
    </div>
  )
}
