// US style throughout (spec §9). Written by hand, as the first Intl formatter delays a slow phone's screen by 60 ms.

import { fullDay, shortDay } from './day.ts'

/** A whole number: 1234 → '1,234' */
export const formatNumber = (n: number) => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',')

export const counted = (n: number, one: string, many: string) =>
  `${formatNumber(n)} ${n === 1 ? one : many}`

export const answeredOf = (answered: number, total: number) =>
  `${formatNumber(answered)} of ${counted(total, 'client', 'clients')} ${answered === 1 || total === 1 ? 'has' : 'have'} answered`

const two = (n: number) => String(n).padStart(2, '0')

/** The local day: '2026-11-24' */
export const dayOf = (at: string | Date) => {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export const today = () => dayOf(new Date())

/** '4:12 PM' */
export function formatTime(at: string | Date) {
  const date = new Date(at)
  const hours = date.getHours()
  return `${hours % 12 || 12}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
}

function written(iso: string | null | undefined, write: (date: Date) => string) {
  if (!iso) return 'Not available'
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : write(date)
}

/** 'Nov 20, 2026, 4:12 PM' */
export const formatDateTime = (iso: string | null | undefined) =>
  written(iso, (date) => `${fullDay(date)}, ${formatTime(date)}`)

/** 'Nov 20, 2026, 4:12:07 PM UTC-05:00', where the time must be unambiguous. */
export const formatExactTime = (iso: string) =>
  written(iso, (date) => {
    const offset = -date.getTimezoneOffset()
    const zone = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
    const time = formatTime(date).replace(' ', `:${two(date.getSeconds())} `)
    return `${fullDay(date)}, ${time} ${zone}`
  })

/** 'Nov 20'; with the year unless it is this one. */
export const formatDay = (iso: string | null | undefined) => written(iso, shortDay)

/** '16 minutes ago', for the last day or so. */
export function formatAgo(iso: string) {
  const minutes = Math.floor((Date.now() - Date.parse(iso)) / 60_000)
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return 'just now'
  if (hours < 1) return `${counted(minutes, 'minute', 'minutes')} ago`
  return `${counted(hours, 'hour', 'hours')} ago`
}

/** 1536 → '1.50 KB' */
export function formatFileSize(bytes: number) {
  const units = ['Bytes', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)))
  return power === 0 ? `${bytes} Bytes` : `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`
}

export function formatTextSize(text: string) {
  return text ? `${Math.max(1, Math.round(new Blob([text]).size / 1024))} KB` : 'None'
}

/** The digits of a 6-digit code: '123 456' → '123456' */
export const onlySixDigits = (text: string) => text.replace(/\D/g, '').slice(0, 6)
