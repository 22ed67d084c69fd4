import { fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useRecentUpdates, useStats } from '../lib/use-stats.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

const ClientDetailsDialog = lazyPart(() => import('../clients/client-details-dialog.tsx'))

/** How many of the latest five are shown (spec §2). */
const SHOWN = 2

export function RecentUpdates({ live }: { live: boolean }) {
  const recent = useRecentUpdates()
  const [viewed, setViewed] = useState<number | null>(null)
  const clients = recent.data?.users.slice(0, SHOWN)
  return (
    <Panel title="Recent Updates" mark={live && recent.data && <Live />} end={<AllUpdates />}>
      <div className="min-h-56">
        <div data-focus-box>
          {clients?.map((client) => (
            <Entry key={client.id} client={client} onView={() => setViewed(client.id)} />
          ))}
        </div>
        {clients?.length === 0 && (
          <EmptyState
            icon={Inbox}
            title="Nothing yet"
            text="Clients whose records change appear here."
          />
        )}
        {recent.isPending && <SkeletonLines count={6} className="h-56 px-4 md:px-5.5" />}
        <ReadError title="Failed to fetch recent updates" reading={recent} />
      </div>
      {viewed !== null && <ClientDetailsDialog id={viewed} onClose={() => setViewed(null)} />}
    </Panel>
  )
}

const Live = () => (
  <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-semibold text-accent before:size-1.75 before:rounded-full before:bg-current before:ring-3 before:ring-accent-soft">
    Live
  </span>
)

function AllUpdates() {
  const count = useStats().data?.toReview
  const look = buttonClass({ variant: 'link', size: 'inline' })
  if (count)
    return (
      <Link to="/review" className={look}>
        Review {formatNumber(count)}
      </Link>
    )
  return (
    <Link to="/user-management" search={{ status: 'updated' }} className={look}>
      All Updated Clients
    </Link>
  )
}

function Entry({ client, onView }: { client: Client; onView: () => void }) {
  const name = fullName(client)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2.5 border-t border-line px-4 py-3.5 first-of-type:border-t-0 md:px-5.5">
      <div>
        <p dir="auto" className="text-left font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">
          {client.client_number} · {formatDateTime(client.last_updated)}
        </p>
      </div>
      <StatusBadge status={client.status} />
      <Button
        size="sm"
        aria-label={`View Changes of ${name}`}
        className="justify-self-start"
        onClick={onView}
      >
        View Changes
      </Button>
    </div>
  )
}
