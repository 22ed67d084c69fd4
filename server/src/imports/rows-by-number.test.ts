import { expect, test } from 'vitest'
import { RowsByNumber } from './rows-by-number.ts'

test('finds the last row of each of 20,000 client numbers', () => {
  const rows = new RowsByNumber()
  for (let n = 1; n <= 20_000; n++) rows.set(`C-${n}`, { row: n, mark: 2 * n })
  rows.set('C-7', { row: 30_000, mark: 9 })
  expect(rows.get('C-7')).toEqual({ row: 30_000, mark: 9 })
  expect(rows.get('C-20001')).toBeUndefined()
  const wrong = Array.from({ length: 20_000 }, (_, n) => n + 1).filter(
    (n) => rows.get(`C-${n}`)?.mark !== 2 * n,
  )
  expect(wrong).toEqual([7])
})
