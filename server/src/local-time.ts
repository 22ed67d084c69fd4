export const MINUTE_MS = 60 * 1000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Kept for each zone, since making one takes 300 times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

export function localTime(at: Date, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock.format(at)
}

/** 2026-11-21 17:05: sorts as text and reads as a date in a spreadsheet. */
export const localMinute = (iso: string, timeZone: string) =>
  localTime(new Date(iso), timeZone).slice(0, 16)

export const localDay = (at: Date, timeZone: string) => localTime(at, timeZone).slice(0, 10)

export const startOfToday = (now: Date, timeZone: string): Date =>
  startOfDay(localDay(now, timeZone), timeZone)

/** When an hour of a day begins. Of a repeated hour the first counts, of a skipped one the moment of the skip. */
export function startOfHour(day: string, hour: number, timeZone: string): Date {
  const there = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const before = new Date(there - offsetMs(new Date(there - DAY_MS), timeZone))
  const after = new Date(there - offsetMs(before, timeZone))
  return offsetMs(after, timeZone) === offsetMs(before, timeZone) ? after : before
}

/** Reads '2027-02-01T09:00' in the time zone, unless it ends with a Z or an offset. */
export function timeIn(text: string, timeZone: string): Date {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) return new Date(text)
  const [, minutes = '00', seconds = '00'] = text.slice(11).split(':')
  const hour = startOfHour(text.slice(0, 10), Number(text.slice(11, 13)), timeZone)
  return new Date(hour.getTime() + Number(minutes) * MINUTE_MS + Number(seconds) * 1000)
}

export const startOfDay = (day: string, timeZone: string): Date => startOfHour(day, 0, timeZone)

/** Days like 2026-11-21. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

function offsetMs(at: Date, timeZone: string): number {
  const seconds = Math.floor(at.getTime() / 1000) * 1000
  return Date.parse(`${localTime(at, timeZone).replace(' ', 'T')}Z`) - seconds
}
