/** The moment the present day began in a time zone. */
export function startOfDay(now: Date, timeZone: string): Date {
  const day = localDay(now, timeZone)
  // The offset at midnight may differ from the one now, on the two days a year the clock moves.
  const guess = new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs(now, timeZone))
  return new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs(guess, timeZone))
}

/** 2026-11-21, as it is there. */
export const localDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

/** How far the local clock is ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  const seconds = Math.floor(at.getTime() / 1000) * 1000
  return Date.parse(`${local.replace(' ', 'T')}Z`) - seconds
}
