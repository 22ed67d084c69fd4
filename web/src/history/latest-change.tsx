import { SkeletonLines } from '../ui/skeleton.tsx'
import { ChangeTable } from './change-table.tsx'
import { ChangeTime } from './change-time.tsx'
import { changedBy } from './changed-by.ts'
import { useChanges } from './use-changes.ts'

/** The client's latest change; nothing while unknown or if it was only created. */
export function LatestChange({ clientId }: { clientId: number }) {
  const { data, isPending } = useChanges(clientId)
  const change = data?.[0]
  if (isPending) return <SkeletonLines count={4} className="mb-5 h-36" />
  if (!change || change.action === 'created') return null
  return (
    <section className="mb-5 border-b border-line pb-5">
      <h3 className="text-lg">Last change</h3>
      <p className="mb-2.5 text-sm text-ink-3">
        <ChangeTime at={change.timestamp} /> by {changedBy(change)}
      </p>
      <ChangeTable change={change} />
    </section>
  )
}
