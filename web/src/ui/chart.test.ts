import { expect, test } from 'vitest'
import { axisTop } from './chart.tsx'

test.each([
  [0, 3],
  [1, 3],
  [4, 6],
  [29, 30],
  [31, 60],
  [842, 1500],
  [100_000, 150_000],
])('ends an axis for values up to %i at %i', (most, top) => expect(axisTop(most)).toBe(top))
