import type { ClientQuery } from '@attest/contract/clients'
import type { Coverage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../lib/format.ts'

export interface Part {
  label: string
  count: number
  look: string
  /** The part's clients in the list, while the round is open. */
  search?: Partial<ClientQuery>
}

const PARTS = [
  ['confirmed', 'Confirmed', 'bg-confirmed', { round: 'answered', status: 'confirmed' }],
  ['updated', 'Updated', 'bg-updated', { round: 'answered', status: 'updated' }],
  ['outstanding', 'Outstanding', 'bg-pending', { round: 'outstanding' }],
  ['excused', 'Excused', 'bg-panel border border-line-strong', { round: 'excused' }],
] as const

export const coverageParts = (coverage: Coverage): Part[] =>
  PARTS.map(([key, label, look, search]) => ({ label, count: coverage[key], look, search }))

interface PartsBarProps {
  parts: Part[]
  className?: string
  /** Each part links to its clients for the pointer. The keyboard reaches the same links in the figures beside. */
  linked?: boolean
}

export function PartsBar({ parts, className = 'h-4', linked = false }: PartsBarProps) {
  const shown = parts.filter(({ count }) => count > 0)
  const label = shown.map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`)
  return (
    <div className="relative">
      <span role="img" aria-label={label.join(', ') || 'No clients yet'} className="sr-only" />
      <div aria-hidden className={`flex gap-0.5 overflow-hidden rounded-sm bg-sunk ${className}`}>
        {shown.map(({ label, count, look, search }) => {
          const part = {
            title: `${label} ${formatNumber(count)}`,
            className: `min-w-1 basis-0 forced-color-adjust-none ${look}`,
            style: { flexGrow: count },
          }
          return linked ? (
            <Link key={label} to="/user-management" search={search ?? {}} tabIndex={-1} {...part} />
          ) : (
            <span key={label} {...part} />
          )
        })}
      </div>
    </div>
  )
}
