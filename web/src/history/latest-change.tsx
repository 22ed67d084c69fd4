import type { Change } from '@attest/contract/history'
import { ChangeTable } from './change-table.tsx'
import { ChangeTime } from './change-time.tsx'

/** Nothing if the client was only created. */
export function LatestChange({ change }: { change: Change | undefined }) {
  if (!change || change.action === 'created') return null
  return (
    <section className="mb-5 border-b border-line pb-5">
      <h3 className="text-lg">Last change</h3>
      <p className="mb-2.5 text-sm text-ink-3">
        <ChangeTime at={change.timestamp} /> by {change.admins?.email ?? 'Client'}
      </p>
      <ChangeTable change={change} />
    </section>
  )
}
