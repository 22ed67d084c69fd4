// US style throughout (spec §9).

const NUMBER = new Intl.NumberFormat('en-US')
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

export const formatNumber = (n: number) => NUMBER.format(n)

/** 'Nov 20, 2026, 4:12 PM' */
export function formatDateTime(iso: string | null | undefined) {
  if (!iso) return 'Not available'
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : DATE_TIME.format(date)
}

/** 'Nov 20', with the year only where it is not this one. */
export function formatDay(iso: string) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'Invalid Date'
  const thisYear = date.getFullYear() === new Date().getFullYear()
  return (thisYear ? DAY : DAY_OF_YEAR).format(date)
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
