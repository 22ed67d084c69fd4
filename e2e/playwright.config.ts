import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

/** A Chromium that comes with the packages; CHROMIUM_PATH takes another. */
const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath())

export default defineConfig({
  testDir: '.',
  outputDir: 'output/failures',
  timeout: 40_000,
  expect: { timeout: 10_000 },
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'output/report.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // No sandbox: CI runs as root. The rest keeps it off the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
