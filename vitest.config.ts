import { defineConfig } from 'vitest/config'

/** Where CI wants the results as JSON. */
const report = process.env.VITEST_REPORT

export default defineConfig({
  test: {
    // A machine at work takes longer; what never comes is told after that.
    expect: { poll: { timeout: 10_000 } },
    include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: 'server/src/testing/global-setup.ts',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Each runs its own database, about 300 MB.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})
