import type { RoundPage } from '@attest/contract/rounds'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { marksOf, pointsOf, tableRows } from './round-chart.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00') }))
afterEach(() => void vi.useRealTimers())

const round = {
  started_at: '2026-11-03T09:00:00',
  closed_at: null,
  due_on: '2026-11-30',
  days: [
    { day: '2026-11-03', confirmed: 2, updated: 1 },
    { day: '2026-11-10', confirmed: 1, updated: 0 },
  ],
  mailings: [
    { id: 1, kind: 'bulk', created_at: '2026-11-03T09:05:00', totalUsers: 9 },
    { id: 2, kind: 'import', created_at: '2026-11-04T09:00:00', totalUsers: 1 },
    { id: 3, kind: 'reminder', created_at: '2026-11-10T09:00:00', totalUsers: 6 },
  ],
  reminders: [
    { number: 1, day: 7, at: '2026-11-10T09:00:00', outcome: 'sent', mailingId: 3 },
    { number: 2, day: 21, at: '2026-11-24T09:00:00', outcome: 'planned', mailingId: null },
  ],
} as unknown as RoundPage

test('marks each mailing, the planned reminders and the due date', () => {
  expect(marksOf(round).map(({ name, day, planned }) => [name, day, planned])).toEqual([
    ['First letter', 'Nov 3', false],
    ['Import', 'Nov 4', false],
    ['Reminder 1', 'Nov 10', false],
    ['Reminder 2', 'Nov 24', true],
    ['Due', 'Nov 30', true],
  ])
})

test('keeps the totals level on days without answers', () => {
  const totals = pointsOf(round).map(({ confirmed, updated }) => [confirmed, updated])
  expect(totals).toEqual([
    [0, 0],
    [2, 1],
    [2, 1],
    [3, 1],
    [3, 1],
  ])
})

test('lists the emails of a day beside its totals in the table', () => {
  expect(tableRows(round)).toEqual([
    ['Nov 3', 2, 1, 'First letter'],
    ['Nov 4', 2, 1, 'Import'],
    ['Nov 10', 3, 1, 'Reminder 1'],
    ['Nov 24', '', '', 'Reminder 2'],
    ['Nov 30', '', '', 'Due'],
  ])
})
