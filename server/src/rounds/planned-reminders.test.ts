import { expect, test } from 'vitest'
import { plannedReminders } from './describe-round.ts'

const NEW_YORK = 'America/New_York'
const plan = (over = {}) => ({ days: [7, 14, 21], hour: 9, weekdays: [1, 2, 3, 4, 5], ...over })
const times = (started_at: string, over = {}) =>
  plannedReminders({ started_at, due_on: '2099-12-31', plan: plan(over) }, NEW_YORK).map(
    ({ at }) => at,
  )

test('plans each reminder at the hour in the time zone', () => {
  expect(times('2026-11-03T15:00:00.000Z')).toEqual([
    '2026-11-10T14:00:00.000Z',
    '2026-11-17T14:00:00.000Z',
    '2026-11-24T14:00:00.000Z',
  ])
})

test('keeps the hour when daylight saving begins', () => {
  expect(times('2027-03-09T15:00:00.000Z', { days: [3, 6] })).toEqual([
    '2027-03-12T14:00:00.000Z',
    '2027-03-15T13:00:00.000Z',
  ])
})

test.each([
  ['2027-03-13', 1, '2027-03-14T06:00:00.000Z'],
  // The clock goes from 2:00 to 3:00.
  ['2027-03-13', 2, '2027-03-14T07:00:00.000Z'],
  ['2027-03-13', 3, '2027-03-14T07:00:00.000Z'],
  // The clock shows 1:00 twice.
  ['2026-10-31', 1, '2026-11-01T05:00:00.000Z'],
  ['2026-10-31', 2, '2026-11-01T07:00:00.000Z'],
  ['2026-10-31', 3, '2026-11-01T08:00:00.000Z'],
])('plans once, the day after %s at %i, though the clock changes', (day, hour, at) => {
  expect(times(`${day}T15:00:00.000Z`, { days: [1], hour, weekdays: [7] })).toEqual([at])
})

test('moves a reminder on a weekend to the Monday', () => {
  expect(times('2026-11-20T15:00:00.000Z', { days: [1] })).toEqual(['2026-11-23T14:00:00.000Z'])
})

test('merges reminders that move to the same day', () => {
  const both = plannedReminders(
    {
      started_at: '2026-11-20T15:00:00.000Z',
      due_on: '2099-12-31',
      plan: plan({ days: [1, 2, 4] }),
    },
    NEW_YORK,
  )
  expect(both).toEqual([
    { day: 1, at: '2026-11-23T14:00:00.000Z' },
    { day: 4, at: '2026-11-24T14:00:00.000Z' },
  ])
})

test('starts from the local day, not from the day in UTC', () => {
  expect(times('2026-11-04T02:00:00.000Z', { days: [7] })).toEqual(['2026-11-10T14:00:00.000Z'])
})

test('plans no reminder after the due date', () => {
  const round = { started_at: '2026-11-03T15:00:00.000Z', due_on: '2026-11-17', plan: plan() }
  expect(plannedReminders(round, NEW_YORK).map(({ day }) => day)).toEqual([7, 14])
})
