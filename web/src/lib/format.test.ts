import { expect, onTestFinished, test } from 'vitest'
import {
  answeredOf,
  formatDateTime,
  formatDay,
  formatExactTime,
  formatFileSize,
  formatNumber,
  formatTextSize,
  onlySixDigits,
} from './format.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1536, '1.50 KB'],
  [10 * 1024 ** 2, '10.00 MB'],
  [3 * 1024 ** 4, '3072.00 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

test.each([
  [1, 160, '1 of 160 clients has answered'],
  [0, 1, '0 of 1 client has answered'],
  [1200, 2000, '1,200 of 2,000 clients have answered'],
])('shows %i answers of %i clients as “%s”', (answered, total, text) => {
  expect(answeredOf(answered, total)).toBe(text)
})

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1234])(
  'formats %i with commas as in the US',
  (n) => {
    expect(formatNumber(n)).toBe(new Intl.NumberFormat('en-US').format(n))
  },
)

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'formats the hour %i as in the US',
  (hour) => {
    const date = new Date(2024, hour % 12, hour + 1, hour, hour)
    const intl = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    expect(formatDateTime(date.toISOString())).toBe(intl.format(date).replace('\u202f', ' '))
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
    expect(formatDay(date.toISOString())).toBe(day.format(date))
  },
)

test.each([
  ['America/New_York', '2026-11-20T21:12:07.000Z', 'Nov 20, 2026, 4:12:07 PM UTC-05:00'],
  ['America/New_York', '2026-07-04T04:00:59.000Z', 'Jul 4, 2026, 12:00:59 AM UTC-04:00'],
  ['Asia/Kolkata', '2026-11-20T21:12:07.000Z', 'Nov 21, 2026, 2:42:07 AM UTC+05:30'],
])('in %s shows %s with seconds and time zone', (zone, iso, text) => {
  const before = process.env.TZ
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = zone
  expect(formatExactTime(iso)).toBe(text)
})

test('omits the year from a day of this year', () => {
  const today = new Date()
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
  expect(formatDay(today.toISOString())).toBe(day.format(today))
})

test('shows a missing date as not available, an unreadable one as invalid', () => {
  expect(formatDateTime(null)).toBe('Not available')
  expect(formatDateTime('yesterday')).toBe('Invalid Date')
  expect(formatDay('yesterday')).toBe('Invalid Date')
})

test('shows a template’s size in whole KB, an empty one’s as None', () => {
  expect(formatTextSize('')).toBe('None')
  expect(formatTextSize('é'.repeat(1024))).toBe('2 KB')
})

test.each([
  [null, 'Not available'],
  [undefined, 'Not available'],
  ['soon', 'Invalid Date'],
])('reads the date %s as %s', (iso, text) => {
  expect(formatDay(iso)).toBe(text)
  expect(formatDateTime(iso)).toBe(text)
})

test.each([
  ['a1b2', '12'],
  ['123 456', '123456'],
  ['1234567', '123456'],
])('reads %s as the digits %s', (typed, kept) => expect(onlySixDigits(typed)).toBe(kept))
