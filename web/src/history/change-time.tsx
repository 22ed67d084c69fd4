import { formatDateTime, formatExactTime } from '../lib/format.ts'

/** Local time; the tooltip and screen readers get seconds and time zone. */
export function ChangeTime({ at }: { at: string }) {
  const exact = formatExactTime(at)
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden>{formatDateTime(at)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
