// US style throughout (spec §9).

/** Formatters are made when first needed: each costs a few milliseconds that the first screen would wait for. */
function once<T>(make: () => T) {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
const dates = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('en-US', options))

const dayOfYear = dates({ month: 'short', day: 'numeric', year: 'numeric' })
const day = dates({ month: 'short', day: 'numeric' })
const dateTime = dates({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/**
 * A whole number: 1234 → '1,234'. By hand, because a browser's first Intl.NumberFormat takes a slow phone some
 * 50 ms of the first screen.
 */
export const formatNumber = (n: number) => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** 'Nov 20, 2026, 4:12 PM' */
export function formatDateTime(iso: string | null | undefined) {
  if (!iso) return 'Not available'
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : dateTime().format(date)
}

/** 'Nov 20', with the year only where it is not this one. */
export function formatDay(iso: string) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'Invalid Date'
  const thisYear = date.getFullYear() === new Date().getFullYear()
  return (thisYear ? day() : dayOfYear()).format(date)
}

/** 1536 → '1.50 KB' */
export function formatFileSize(bytes: number) {
  const units = ['Bytes', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)))
  return power === 0 ? `${bytes} Bytes` : `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`
}

/** The size of a text in whole KB; 'None' if it is empty. */
export function formatTextSize(text: string) {
  return text ? `${Math.max(1, Math.round(new Blob([text]).size / 1024))} KB` : 'None'
}
