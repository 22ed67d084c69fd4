import { defineConfig } from '@playwright/test'
import { testBrowser } from './browser.ts'

const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export default defineConfig({
  testDir: '.',
  outputDir: 'output/failures',
  globalSetup: './global-setup.ts',
  // The longest journeys take 15 s on a quiet machine, and four times that on a busy one.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // CI sets one retry, and lists the tests that needed it.
  retries: Number(process.env.BROWSER_RETRIES ?? 0),
  // One more than cores, as a worker at times waits for its browser and server.
  workers: 3,
  reporter: [['list'], ['json', { outputFile: 'output/report.json' }]],
  projects: [
    // `npm test` runs one test for each journey, `npm run test:slow` the others.
    { name: 'journeys', grep: /@journey/, use: DESK },
    // Tests that walk through screens, dialogs and states. They start first, as the longest would end alone.
    { name: 'slow', grep: /@slow/, use: DESK },
    { name: 'details', grepInvert: /@journey|@slow/, use: DESK },
    { name: 'phone', grep: /@phone/, grepInvert: /@slow/, use: PHONE },
    // Both widths in both schemes, with pictures for people to look at.
    { name: 'pictures', grep: /@pictures/, use: DESK },
  ],
  use: {
    // Playwright would take a screenshot in every test, in case its end fails. `test` in app.ts takes them instead.
    screenshot: 'off',
    // Saves the time of animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: testBrowser,
  },
})
