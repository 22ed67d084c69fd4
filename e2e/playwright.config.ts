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
  // Everything at a desk; what walks the screens, their dialogs and states on a phone as well.
  projects: [
    { name: 'desk', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  use: {
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
