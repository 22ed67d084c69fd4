import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }
const SCHEMES = ['light', 'dark'] as const

/**
 * Takes the page's picture in both widths and schemes, has axe look at each of the four, and holds the page
 * against the screen's edge. `without`: rules of axe that are not for what is shown.
 */
export async function look(page: Page, name: string, without: string[] = []): Promise<void> {
  for (const [device, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size)
    await page.evaluate('scrollTo(0, 0)')
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({
        path: `e2e/output/screens/${name}-${device}-${colorScheme}.png`,
        fullPage: true,
      })
      const found = await whatAxeFinds(page, without)
      expect({ name, device, colorScheme, found }).toEqual({ name, device, colorScheme, found: [] })
    }
    const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect({ name, device, overhang }).toEqual({ name, device, overhang: 0 })
  }
  await page.setViewportSize(WIDTHS.desk)
}

async function whatAxeFinds(page: Page, without: string[]): Promise<string[]> {
  // To hand axe over takes as long as its look: a page that has it keeps it.
  const there = await page.evaluate("'axe' in window")
  const axe = new AxeBuilder(there ? { page, axeSource: ';' } : { page })
    // In a frame where nothing runs axe would wait for ever; the letter is looked at on its own.
    .exclude('iframe[sandbox]')
    // All is one document: axe needs no second page to put frames together, which takes longest.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(without)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
