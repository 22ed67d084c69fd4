import { History } from 'lucide-react'
import { messageOf } from '../lib/call.ts'
import { formatDateTime } from '../lib/format.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { ChangeTable } from './change-table.tsx'
import { changedBy } from './changed-by.ts'
import { useChanges } from './use-changes.ts'

export function ChangeList({ clientId }: { clientId: number }) {
  const { data, error, isPending, refetch } = useChanges(clientId)
  return (
    <Sheet>
      {isPending && <Skeleton className="m-5.5 h-40" />}
      {error && !data && (
        <ErrorState
          title="Failed to fetch change history"
          text={messageOf(error, 'The server did not answer.')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <EmptyState icon={History} title="No change history available." />}
      <ul>
        {data?.map((change) => (
          <li key={change.id} className="border-t border-line px-4 py-5 first:border-t-0 md:px-5.5">
            <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <StatusBadge status={change.action} />
              <span>{formatDateTime(change.timestamp)}</span>
              <span className="text-sm text-ink-3 wrap-anywhere md:ml-auto">
                {changedBy(change)}
              </span>
            </div>
            <ChangeTable change={change} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
