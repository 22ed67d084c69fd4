import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fuzzRun } from './random.ts'

const cases = () => fc.sample(fc.string(), fuzzRun(20))

test('makes the same cases from the same seed, and others from another', () => {
  const first = cases()
  expect(first).toHaveLength(20)
  expect(cases()).toEqual(first)
  vi.stubEnv('FUZZ_SEED', '2')
  vi.stubEnv('FUZZ_REQUESTS', '21')
  const others = cases()
  vi.unstubAllEnvs()
  expect(others).toHaveLength(21)
  expect(others).not.toEqual(first)
})
