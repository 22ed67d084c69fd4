import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'output/failures',
  timeout: 40_000,
  expect: { timeout: 10_000 },
  // Each test has a house of its own and waits more than it works.
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'output/report.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
