import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axeCore from 'axe-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** A letter's frame runs no script, so axe would wait for it forever. Another test checks the letter itself. */
const OPTIONS: axeCore.RunOptions = { resultTypes: ['violations'], iframes: false, preload: false }

const SIZES = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

const PAIRS = [
  { device: 'desk', colorScheme: 'light' },
  { device: 'phone', colorScheme: 'dark' },
  { device: 'desk', colorScheme: 'dark' },
  { device: 'phone', colorScheme: 'light' },
] as const
/** Each width and each scheme once: half the time finds nearly everything. */
const QUICK_PAIRS = PAIRS.slice(0, 2)

/**
 * Runs axe, with an open dialog on that only, and checks for horizontal overflow. Skips the phone project.
 * @param without rules of axe that do not apply to this screen
 */
export async function look(page: Page, name: string, without: string[] = []): Promise<void> {
  if (test.info().project.name.endsWith('phone')) return
  const isSlow = test.info().project.name === 'pictures'
  for (const { device, colorScheme } of isSlow ? PAIRS : QUICK_PAIRS) {
    await page.setViewportSize(SIZES[device])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await axeViolations(page, without)
    const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    const seen = { name, device, colorScheme, found, overhang }
    expect(seen).toEqual({ name, device, colorScheme, found: [], overhang: 0 })
    await takePicture(page, `${name}-${device}-${colorScheme}`)
  }
  await page.setViewportSize(SIZES.desk)
}

/** Takes a picture for people to look at, in `npm run pictures` only. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (test.info().project.name !== 'pictures') return
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: `e2e/output/screens/${name}.png`, fullPage: true })
}

async function axeViolations(page: Page, without: string[]): Promise<string[]> {
  // Injecting axe takes as long as running it, so a page keeps it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      // The page behind a dialog has a look of its own.
      const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
      const { violations } = await axe.run(dialog ?? document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    { ...OPTIONS, rules },
  )
}
