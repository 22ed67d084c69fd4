import { configDefaults } from 'vitest/config'
import usual, { SLOW } from './vitest.config.ts'

/** The slow tests, for `npm run test:slow`. They wait most of the time: for leases, polls and outages. */
export default {
  test: {
    ...usual.test,
    include: [SLOW],
    exclude: configDefaults.exclude,
    maxWorkers: 6,
    // Six at once on two busy cores: a test of 6 s alone takes 50 s.
    testTimeout: 180_000,
  },
}
