import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'

/** For pages that live for seconds, the optimizing compilers and a process for graphics cost more than they win. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev', '--in-process-gpu']

/** A Chromium that comes with the packages; CHROMIUM_PATH takes another. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH || (await unpackChromium()),
  // No sandbox: CI runs as root. The rest keeps it off the network.
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

/** Unpacks beside the packages. In /tmp another user's Chromium would be in the way. */
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
