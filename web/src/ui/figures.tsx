import { formatNumber } from '../lib/format.ts'

interface Count {
  label: string
  value: number
  danger?: boolean
}

export function CountList({ counts }: { counts: Count[] }) {
  const shown = counts.filter(({ value }) => value > 0)
  if (shown.length === 0) return null
  return (
    <dl className="mt-3 overflow-hidden rounded-md border border-line">
      {shown.map(({ label, value }) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-t border-line px-3.5 py-2 first:border-t-0"
        >
          <dt>{label}</dt>
          <dd className="font-semibold">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Counts({ counts }: { counts: Count[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel">
      <dl className="-mt-px -ml-px grid grid-cols-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        {counts.map(({ label, value, danger }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end border-t border-l border-line px-4 py-3"
          >
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd
              className={`font-serif text-[1.5rem] leading-tight font-semibold ${danger ? 'text-danger' : ''}`}
            >
              {formatNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** `value` from 0 to 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="gauge h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-300"
        style={{ width: `${value}%` }}
      />
    </div>
  )
}
