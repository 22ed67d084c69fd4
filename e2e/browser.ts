import chromium from '@sparticuz/chromium'

/** A Chromium that comes with the packages; CHROMIUM_PATH takes another. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH || (await chromium.executablePath()),
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
