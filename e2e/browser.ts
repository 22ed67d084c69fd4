import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'

/** Pages live for seconds here, so optimizing compilers and a process for graphics cost more than they save. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev', '--in-process-gpu']

/** Starts the Chromium of the packages, or that of CHROMIUM_PATH. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH || (await unpackChromium()),
  // CI runs as root, so there is no sandbox. The other flags keep Chromium off the network.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** For tests that measure nothing. */
export const testBrowser = { ...launchOptions, args: [...launchOptions.args, ...SHORT_LIVED] }

/** Unpacks Chromium beside the packages: in /tmp, that of another user could be in the way. */
async function unpackChromium(): Promise<string> {
  const { TMPDIR } = process.env
  const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
