import type { Parameters } from 'fast-check'

/** One seed for every run of CI, so that it never fails by chance. */
const SEED = 1

/**
 * How many cases a fuzzer tries, and from which seed: pass it to `fc.assert`, which prints the seed of a
 * failure. FUZZ_REQUESTS and FUZZ_SEED in the environment come before the defaults.
 */
export function fuzzRun(cases: number): Parameters<unknown> {
  const { FUZZ_REQUESTS, FUZZ_SEED } = process.env
  return { numRuns: Number(FUZZ_REQUESTS || cases), seed: Number(FUZZ_SEED || SEED) }
}
