import type { Charts } from '@attest/contract/dashboard'
import { stateName } from '@attest/contract/states'
import { formatNumber } from '../lib/format.ts'
import { Sheet } from '../ui/sheet.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ChartTable } from './chart-table.tsx'
import type { useCharts } from './use-dashboard.ts'

/** The rest would be slivers; the table for screen readers has them all. */
const SHOWN = 5

export function StateBars({ charts }: { charts: ReturnType<typeof useCharts> }) {
  return (
    <Sheet title="By state">
      <div className="p-4 md:px-5.5 md:py-5">
        {charts.data && <Picture states={charts.data.states} />}
        {charts.isPending && <SkeletonLines count={6} className="h-41" />}
        {charts.error && !charts.data && (
          <p className="grid h-31 place-items-center text-ink-3">Not available</p>
        )}
      </div>
    </Sheet>
  )
}

function Picture({ states }: Pick<Charts, 'states'>) {
  if (states.length === 0) {
    return <p className="grid h-31 place-items-center text-ink-3">There are no clients yet.</p>
  }
  const most = states[0]?.total ?? 1
  const rest = states.length - SHOWN
  return (
    <figure>
      <ul aria-hidden className="grid grid-cols-[auto_1fr_auto] gap-x-2.5 gap-y-1.5">
        {states.slice(0, SHOWN).map(({ state, total, answered }) => (
          <li key={state} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="font-semibold">{state}</span>
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
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p aria-hidden className="mt-2 text-sm text-ink-3">
          and {rest} more {rest === 1 ? 'state' : 'states'}
        </p>
      )}
      <ChartTable
        caption="Clients of each state"
        head={['State', 'Clients', 'Answered']}
        rows={states.map(({ state, total, answered }) => [stateName(state), total, answered])}
      />
    </figure>
  )
}
