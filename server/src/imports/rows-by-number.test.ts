import { expect, test } from 'vitest'
import { RowsByNumber } from './rows-by-number.ts'

test('finds the last row of each of 20,000 client numbers', () => {
  const rows = new RowsByNumber()
  for (let n = 1; n <= 20_000; n++) rows.set(`C-${n}`, n)
  rows.set('C-7', 30_000)
  expect(rows.get('C-7')).toBe(30_000)
  expect(rows.get('C-20001')).toBeUndefined()
  const wrong = Array.from({ length: 20_000 }, (_, n) => n + 1).filter(
    (n) => rows.get(`C-${n}`) !== n,
  )
  expect(wrong).toEqual([7])
})
