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
  // In CI, which lists what needed a second try.
  retries: Number(process.env.BROWSER_RETRIES ?? 0),
  // One more than cores: a worker waits at times, for its browser and its server.
  workers: 3,
  reporter: [['list'], ['json', { outputFile: 'output/report.json' }]],
  projects: [
    // One test for each journey, for `npm test`. `npm run test:slow` runs the others.
    { name: 'journeys', grep: /@journey/, use: DESK },
    { name: 'details', grepInvert: /@journey|@slow/, use: DESK },
    // Walks the screens, their dialogs and states.
    { name: 'phone', grep: /@phone/, grepInvert: /@slow/, use: PHONE },
    { name: 'slow', grep: /@slow/, use: DESK },
    // Each width in each scheme, with pictures for people to look at.
    { name: 'pictures', grep: /@pictures/, use: DESK },
  ],
  use: {
    // Playwright would take one of every test, in case its end fails: `test` takes them (app.ts).
    screenshot: 'off',
    // Animations cost time and nobody watches.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: testBrowser,
  },
})
