import type { BrowserContext } from '@playwright/test'
import { DEVICES, openLighthouse, SCREENS } from '../e2e/lighthouse.ts'
import { benchClient } from './clients.ts'
import { openProduct } from './product.ts'
import type { Figure } from './report.ts'

/** Several runs, as one varies: its processor is slowed down four times and shared. */
const RUNS = 3
const PROMISED = { mobile: 90, desktop: 95 }

async function warmUp(browser: BrowserContext, url: string) {
  const page = await browser.newPage()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.close()
}

/** Measures Lighthouse's performance of the screens, with a full page of clients. */
export async function benchScreens(): Promise<Figure[]> {
  const product = await openProduct()
  for (let n = 0; n < 100; n++) {
    await product.call('POST', '/api/admin/users', benchClient(n), product.headers)
  }
  const { browser, run, close } = await openLighthouse()
  const figures: Figure[] = []
  for (const screen of SCREENS) {
    if (screen === '/dashboard') {
      const page = await browser.newPage()
      await page.goto(`${product.url}/login`)
      const token = product.headers.authorization.replace('Bearer ', '')
      await page.evaluate(`localStorage.setItem('attest.token', '${token}')`)
      await page.close()
    }
    await warmUp(browser, product.url + screen)
    for (const device of DEVICES) {
      const scores: number[] = []
      for (let n = 0; n < RUNS; n++) {
        const { categories } = await run(product.url + screen, device, ['performance'])
        scores.push(Math.round((categories.performance?.score ?? 0) * 100))
      }
      const score = scores.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
      figures.push({
        what: `Lighthouse performance of ${screen}, ${device}`,
        ours: String(score),
        yardstick: String(PROMISED[device]),
        ratio: score / PROMISED[device],
        promise: 'at least 1',
      })
    }
  }
  await close()
  await product.close()
  return figures
}
