import { configDefaults, defineConfig } from 'vitest/config'

/** Where CI wants the results as JSON. */
const report = process.env.VITEST_REPORT

/** What `npm run test:slow` runs. */
export const SLOW = '**/*.slow.test.ts'

export default defineConfig({
  test: {
    // A machine at work takes longer; what never comes fails after that.
    expect: { poll: { timeout: 30_000 } },
    include: [
      'server/**/*.test.ts',
      'testing/**/*.test.ts',
      'contract/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, SLOW],
    tags: [
      {
        name: 'heavy',
        description: 'Takes seconds of a processor. Only `npm run test:slow` runs it.',
      },
    ],
    globalSetup: 'testing/global-setup.ts',
    // The files of a worker share its modules and its database. Loading them for each takes a third of a run.
    isolate: false,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Two keep 1.6 cores busy, with the database. Loading the product costs each 6 s of a processor.
    maxWorkers: 4,
    // The longest tests take 12 s on a quiet machine, and five times that on a busy one.
    testTimeout: 120_000,
    hookTimeout: 30_000,
  },
})
