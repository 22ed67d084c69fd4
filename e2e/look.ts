import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** The minified file: the builder's own choice is more than twice as large. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const SIZES = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

const PAIRS = [
  { device: 'desk', colorScheme: 'light' },
  { device: 'phone', colorScheme: 'dark' },
  { device: 'desk', colorScheme: 'dark' },
  { device: 'phone', colorScheme: 'light' },
] as const
/** Each width and each scheme once, which finds nearly everything in half the time. */
const QUICK_PAIRS = PAIRS.slice(0, 2)

/**
 * Runs axe and checks for horizontal overflow. Not in the phone projects, which would find the same.
 * `without`: rules of axe that are not for what is shown.
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

/** For people to look at; only `npm run pictures` takes it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (test.info().project.name !== 'pictures') return
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: `e2e/output/screens/${name}.png`, fullPage: true })
}

async function axeViolations(page: Page, without: string[]): Promise<string[]> {
  // Injecting axe takes as long as running it, so a page keeps it.
  const there = await page.evaluate("'axe' in window")
  const axe = new AxeBuilder({ page, axeSource: there ? ';' : AXE })
    // In a frame without scripts, axe would wait forever; the letter is checked on its own.
    .exclude('iframe[sandbox]')
    // One document only: merging frames in a second page would take longest.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(without)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
