import { expect, test } from 'vitest'
import { daysIn, fieldOf } from './round-dialog.tsx'

test.each([
  ['7, 14, 21', [7, 14, 21]],
  ['7 14;21', [7, 14, 21]],
  ['', []],
  ['soon', undefined],
  ['7, -1', undefined],
])('reads the days in "%s"', (text, days) => expect(daysIn(text)).toEqual(days))

test.each([
  ['name', 'name'],
  ['plan.days', 'days'],
  ['plan.days.0', 'days'],
  ['plan.weekdays', 'weekdays'],
])('shows an error of %s at the field %s', (key, field) => expect(fieldOf(key)).toBe(field))
