import { defineConfig } from '@playwright/test'
import { testBrowser } from './browser.ts'

const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Specs of failures and details of screens: `npm run test:slow` runs them, with the tests tagged `@detail`. */
const DETAILS = `
  asking-states broken-answers dashboard-actions data dead-mail-server deleted-client downloads
  import-failures import-formats late-answers leaving live-rows mail-notices mailed-links
  nothing-there notifications outbox reading-states restored-copy second-factor
  sent-letters single-sign-on sizes suggestions table template-letter toasts twice
  unusable-answers uploads verify-links verify-no-script verify-programs verify-spanish
  verify-waiting zoom
`
  .trim()
  .split(/\s+/)

/** Playwright compares it with the spec's name, the test's name and its tags. */
const detail = new RegExp(`\\b(${DETAILS.join('|')})\\.spec\\.ts|@detail`)
const slow = /@slow/

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
    // One test for each journey, for `npm test`.
    { name: 'desk', grepInvert: [detail, slow], use: DESK },
    // Walks the screens, their dialogs and states.
    { name: 'phone', grep: /@phone/, grepInvert: [detail, slow], use: PHONE },
    { name: 'details', grep: detail, grepInvert: slow, use: DESK },
    { name: 'details-phone', grep: detail, grepInvert: [slow, /^(?!.*@phone)/], use: PHONE },
    { name: 'slow', grep: slow, use: DESK },
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
