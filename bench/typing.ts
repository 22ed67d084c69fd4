import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { benchClient } from './clients.ts'
import { openProduct, type Product } from './product.ts'
import { type Figure, milliseconds } from './report.ts'

const ROWS = 100
const SLOWED = 4
const LIMIT_MS = 50
/** Typed fast, with pauses in which the list reloads. */
const TYPED = ['amelia', ' ', 'nowak', ' ', 'bartholomew'].join('')
const BETWEEN_MS = 120
const PAUSE_MS = 900

/** Measures the time from a key press in the search box to the painted letter, on a slow processor. */
export async function benchTyping(): Promise<Figure[]> {
  const product = await openProduct()
  for (let n = 0; n < ROWS; n++) {
    await product.call('POST', '/api/admin/users', benchClient(n), product.headers)
  }
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const bare = await answers(page, () => openBare(page))
  const ours = await answers(page, () => openList(page, product))
  await browser.close()
  await product.close()
  const figure = (what: string, at: (times: number[]) => number): Figure => ({
    what: `key press in the search box, ${what}`,
    ours: milliseconds(at(ours)),
    yardstick: `${LIMIT_MS} ms (a bare page: ${milliseconds(at(bare))})`,
    ratio: at(ours) / LIMIT_MS,
    promise: 'at most 1',
  })
  return [
    figure('median', (times) => times[Math.floor(times.length / 2)]!),
    figure('90th percentile', (times) => times[Math.floor(times.length * 0.9)]!),
  ]
}

async function openBare(page: Page) {
  const row = `<tr>${'<td>some text of a cell</td>'.repeat(8)}</tr>`
  await page.setContent(`<input type=search aria-label=Search><table>${row.repeat(ROWS)}</table>`)
}

async function openList(page: Page, product: Product) {
  await page.goto(`${product.url}/login`)
  const token = product.headers.authorization.replace('Bearer ', '')
  await page.evaluate(`localStorage.setItem('attest.token', '${token}')`)
  await page.goto(`${product.url}/user-management?limit=${ROWS}`)
  await page.getByText(`Showing 1 to ${ROWS} of`).waitFor()
}

/** The time of each press in ms, sorted. */
async function answers(page: Page, open: () => Promise<void>): Promise<number[]> {
  await open()
  await page.evaluate(`{
    globalThis.answered = []
    addEventListener('keydown', ({ timeStamp }) => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => answered.push(performance.now() - timeStamp)
      requestAnimationFrame(() => painted.port2.postMessage(null))
    }, true)
  }`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.getByLabel('Search').click()
  for (const letter of TYPED) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(letter === ' ' ? PAUSE_MS : BETWEEN_MS)
  }
  await page.waitForTimeout(PAUSE_MS)
  for (let n = 0; n < TYPED.length; n++) {
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(BETWEEN_MS)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const times = (await page.evaluate('answered')) as number[]
  return times.sort((a, b) => a - b)
}
