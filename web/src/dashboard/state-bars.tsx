import type { Charts } from '@attest/contract/dashboard'
import { stateName } from '@attest/contract/place'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import type { useCharts } from '../lib/use-stats.ts'
import { Button } from '../ui/button.tsx'
import { chartLinkClass } from '../ui/chart.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** Further states would be slivers, so they are shown at a press. */
const SHOWN = 5

/** Reserves the same height for fewer states, so nothing below moves when they load. */
export function StateBars({ charts }: { charts: ReturnType<typeof useCharts> }) {
  return (
    <Panel title="By state">
      <div className="min-h-49 p-4 md:min-h-51 md:px-5.5 md:py-5">
        {charts.data && <Picture states={charts.data.states} />}
        {charts.isPending && <SkeletonLines count={6} className="h-41" />}
        {charts.error && !charts.data && (
          <p className="grid h-41 place-items-center text-ink-3">Not available</p>
        )}
      </div>
    </Panel>
  )
}

function Picture({ states }: Pick<Charts, 'states'>) {
  const [all, setAll] = useState(false)
  const id = useId()
  if (states.length === 0) {
    return <p className="grid h-41 place-items-center text-ink-3">No client has a state yet.</p>
  }
  return (
    <>
      <ul
        id={id}
        aria-label="Clients of each state"
        className="-my-0.75 grid grid-cols-[auto_1fr_auto] gap-x-2.5"
      >
        {states.slice(0, all ? states.length : SHOWN).map((share) => (
          <Bar key={share.state} share={share} most={states[0]!.total} />
        ))}
      </ul>
      {states.length > SHOWN && (
        <Button
          variant="link"
          size="inline"
          className="-mb-1"
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show Fewer' : `Show All ${states.length} States`}
        </Button>
      )}
    </>
  )
}

function Bar({ share, most }: { share: Charts['states'][number]; most: number }) {
  const { state, total, answered } = share
  return (
    <li className="col-span-3 grid grid-cols-subgrid">
      <Link
        to="/user-management"
        search={{ state }}
        className={`${chartLinkClass} col-span-3 grid grid-cols-subgrid items-center py-0.75`}
      >
        <span className="font-semibold group-hover:underline">
          {state} <span className="sr-only">{stateName(state)}</span>
        </span>
        <span
          className="gauge h-3 rounded-sm bg-line"
          style={{ width: `${(100 * total) / most}%` }}
        >
          <span
            className="block h-full rounded-sm bg-accent"
            style={{ width: `${(100 * answered) / total}%` }}
          />
        </span>
        <span className="text-right text-sm text-ink-3">
          {formatNumber(answered)} of {formatNumber(total)}
          <span className="sr-only"> answered</span>
        </span>
      </Link>
    </li>
  )
}
