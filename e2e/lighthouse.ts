import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePort } from '../testing/start-process.ts'
import { launchOptions } from './browser.ts'

export const SCREENS = ['/login', '/dashboard', '/user-management', '/user-management/1']
export const DEVICES = ['mobile', 'desktop'] as const

interface Lighthouse {
  browser: BrowserContext
  /** Returns Lighthouse's result for an address with an empty cache. The sign-in stays. */
  run(
    url: string,
    device: (typeof DEVICES)[number],
    categories: string[],
  ): ReturnType<typeof report>
  close(): Promise<void>
}

/** Opens a browser with its own profile for Lighthouse. */
export async function openLighthouse(): Promise<Lighthouse> {
  const port = await freePort()
  const profile = await mkdtemp(path.join(tmpdir(), 'attest-lighthouse-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: launchOptions.executablePath,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  })
  return {
    browser,
    run: (url, device, categories) => report(port, url, device, categories),
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function report(port: number, url: string, device: string, onlyCategories: string[]) {
  const flags = {
    port,
    output: 'json' as const,
    logLevel: 'error' as const,
    maxWaitForLoad: 6000,
    onlyCategories,
  }
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
  return result!.lhr
}
