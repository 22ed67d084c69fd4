import type { Round } from '@attest/contract/rounds'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expiredBeforeDue, fieldOf, planOf, type RoundValues, valuesOf } from './round-values.ts'

const values = (reminders: string[]) =>
  ({
    when: 'later',
    day: '2027-02-01',
    due_on: '2027-03-01',
    reminderHour: '9',
    reminders: reminders.map((on) => ({ on })),
  }) as RoundValues

test.each([
  [
    ['2027-02-08', '2027-02-22'],
    [7, 21],
  ],
  [
    ['2027-02-22', '2027-02-08'],
    [7, 21],
  ],
  [[], []],
])('counts reminders on %j in days after the first letters', (dates, days) =>
  expect(planOf(values(dates), undefined)).toMatchObject({ days, hour: 9 }),
)

test('counts reminders from the first day of a started round', () =>
  expect(planOf(values(['2027-02-08']), '2027-02-06')).toMatchObject({ days: [2] }))

test.each([
  [[''], 'Choose a day'],
  [['2027-02-08', '2027-02-08'], 'its own day'],
  [['2027-02-01'], 'after the day of the first letters'],
  [['2027-03-02'], 'before the round is due'],
])('rejects reminders on %j', (dates, text) =>
  expect(planOf(values(dates), undefined)).toContain(text),
)

test.each([
  ['name', 'name'],
  ['plan.days.0', 'reminders'],
  ['startsAt', 'day'],
  ['selection', 'who'],
])('shows an error of %s at the field %s', (key, field) => expect(fieldOf(key)).toBe(field))

test('moves reminders to working days when a plan starts on a Sunday', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T15:00:00') })
  onTestFinished(() => void vi.useRealTimers())
  const plan = { days: [7, 14], hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const round = { plan, name: 'Fall', started_at: '2026-11-30T15:00:00', due_on: '2026-12-28' }
  const start = { selected: undefined, startsNow: true, later: false }
  expect(valuesOf(round as Round, [], start)).toMatchObject({
    due_on: '2026-12-27',
    reminders: [{ on: '2026-12-07' }, { on: '2026-12-14' }],
  })
})

test.each([
  [[], 'the first letters work until'],
  [['2027-02-08', '2027-02-15'], 'the last reminder work until'],
  [['2027-02-08', '2027-03-15'], undefined],
])('warns of links that end before the due date, with reminders on %j', (reminders, text) => {
  const said = expiredBeforeDue({ ...values(reminders), due_on: '2027-04-14' }, '2027-02-01')
  expect(said).toEqual(text && expect.stringContaining(text))
})
