import { ClientQuery } from '@attest/contract/clients'
import type { Stats } from '@attest/contract/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ClientFilters } from '../clients/client-filters.tsx'
import { ClientTable } from '../clients/client-table.tsx'
import { messageOf } from '../lib/call.ts'
import { formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentUpdates } from './recent-updates.tsx'
import { StatCards } from './stat-cards.tsx'
import { useStats } from './use-dashboard.ts'

export function DashboardPage() {
  const [query, setQuery] = useUrlQuery(ClientQuery)
  const stats = useStats({ live: true })
  useListInStep(stats.data)
  return (
    <>
      <PageHeader title="Dashboard" text={stats.data ? answered(stats.data) : '\u00a0'} />
      {stats.error && !stats.data ? (
        <Sheet className="mb-5">
          <ErrorState
            title="Failed to fetch stats"
            text={messageOf(stats.error, 'The server did not answer.')}
            onRetry={() => void stats.refetch()}
          />
        </Sheet>
      ) : (
        <StatCards stats={stats.data} />
      )}
      <div className="mb-5 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <RecentUpdates />
        <QuickActions />
      </div>
      <Sheet title="Import History & User Status">
        <ClientFilters query={query} onChange={setQuery} />
        <ClientTable query={query} onQuery={setQuery} />
      </Sheet>
    </>
  )
}

function answered({ confirmed, updated, totalUsers }: Stats) {
  if (totalUsers === 0) return 'There are no clients yet. Import a file to begin.'
  return `${formatNumber(confirmed + updated)} of ${formatNumber(totalUsers)} clients have answered.`
}

/** When the live figures move, the table below them is out of date too. */
function useListInStep(stats: Stats | undefined) {
  const queries = useQueryClient()
  const figures = stats && `${stats.confirmed} ${stats.updated} ${stats.pending}`
  const seen = useRef(figures)
  useEffect(() => {
    if (seen.current && seen.current !== figures) {
      void queries.invalidateQueries({ queryKey: ['clients'] })
    }
    seen.current = figures
  }, [figures, queries])
}
