import { formatNumber } from '../lib/format.ts'

interface Count {
  label: string
  value: number
  danger?: boolean
}

/** A handful of figures side by side; in twos on a phone. */
export function Counts({ counts }: { counts: Count[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
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
