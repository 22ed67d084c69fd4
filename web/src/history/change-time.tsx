import { formatDateTime, formatExactTime } from '../lib/format.ts'

/** When something changed, in the reader's own time; to the second and with its zone for who points at it or listens. */
export function ChangeTime({ at }: { at: string }) {
  const exact = formatExactTime(at)
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden>{formatDateTime(at)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
