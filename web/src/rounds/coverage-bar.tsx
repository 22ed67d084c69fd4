import type { Coverage } from '@attest/contract/rounds'
import { formatNumber } from '../lib/format.ts'

export interface Part {
  label: string
  count: number
  look: string
}

/** The look of excused clients, who neither answered nor are outstanding. */
const EMPTY = 'bg-sheet border border-line-strong'

export const coverageParts = ({ confirmed, updated, outstanding, excused }: Coverage): Part[] => [
  { label: 'Confirmed', count: confirmed, look: 'bg-confirmed' },
  { label: 'Updated', count: updated, look: 'bg-updated' },
  { label: 'Outstanding', count: outstanding, look: 'bg-pending' },
  { label: 'Excused', count: excused, look: EMPTY },
]

/** Even the smallest part is wide enough to be seen. */
export function PartsBar({ parts, className = 'h-4' }: { parts: Part[]; className?: string }) {
  const shown = parts.filter(({ count }) => count > 0)
  const label = shown.map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`)
  return (
    <div
      role="img"
      aria-label={label.join(', ') || 'No clients yet'}
      className={`flex gap-0.5 overflow-hidden rounded-sm bg-sunk ${className}`}
    >
      {shown.map(({ label, count, look }) => (
        <span
          key={label}
          title={`${label} ${formatNumber(count)}`}
          className={`min-w-1 basis-0 forced-color-adjust-none ${look}`}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
  )
}
