import type { Parameters } from 'fast-check'

/** The same seed in every run of CI, so that no run fails by chance. */
const SEED = 1

/** The number of cases and the seed for `fc.assert`. FUZZ_REQUESTS and FUZZ_SEED override the defaults. */
export function fuzzRun(cases: number): Parameters<unknown> {
  const { FUZZ_REQUESTS, FUZZ_SEED } = process.env
  return { numRuns: Number(FUZZ_REQUESTS || cases), seed: Number(FUZZ_SEED || SEED) }
}
