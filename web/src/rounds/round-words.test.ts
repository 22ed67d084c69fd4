import { OutstandingReason } from '@attest/contract/outstanding'
import type { Coverage } from '@attest/contract/rounds'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from '../lib/format.ts'
import { addDays, daysUntil, dueText, momentOf, whatReaches } from './round-words.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00') }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-11-30', 'Due Nov 30, in 7 days'],
  ['2026-11-24', 'Due Nov 24, in 1 day'],
  ['2026-11-23', 'Due Nov 23, today'],
  ['2026-11-20', 'Was due Nov 20, 3 days overdue'],
])('says when a round is due on %s', (day, text) => expect(dueText(day)).toBe(text))

test.each([
  ['2026-11-23T18:00:00', 'Today, 6:00 PM'],
  ['2026-11-24T09:00:00', 'Tomorrow, 9:00 AM'],
  ['2026-12-01T09:00:00', 'Tue, Dec 1, 9:00 AM'],
])('names the moment %s', (at, text) => expect(momentOf(at)).toBe(text))

test.each([
  [0, 'Email reaches'],
  [2, 'An email or a letter on paper reaches'],
])('counts %d letters on paper among what reaches clients', (letter, text) => {
  const reasons = Object.fromEntries(OutstandingReason.options.map((each) => [each, 0]))
  const coverage = { reasons: { ...reasons, asked: 3, letter } } as Coverage
  expect(whatReaches(coverage)).toBe(text)
})

test('counts days across a change of the clocks', () => {
  expect(addDays('2026-10-25', 28)).toBe('2026-11-22')
  expect(daysUntil('2027-03-20')).toBe(117)
  expect(dayOf(new Date('2026-11-23T23:59:00'))).toBe('2026-11-23')
})
