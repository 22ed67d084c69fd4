import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }
const SCHEMES = ['light', 'dark'] as const

/**
 * Takes the page's picture in both widths and schemes and holds it against the screen's edge. Axe sees each
 * width and each scheme once: what it finds in one it finds in the other. `without`: rules of axe that are not
 * for what is shown.
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
      if ((device === 'desk') === (colorScheme === 'light')) continue
      // In a frame where nothing runs axe would wait for ever; the letter is looked at on its own.
      const axe = new AxeBuilder({ page }).exclude('iframe[sandbox]').disableRules(without)
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      expect({ name, device, colorScheme, found }).toEqual({ name, device, colorScheme, found: [] })
    }
    const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect({ name, device, overhang }).toEqual({ name, device, overhang: 0 })
  }
  await page.setViewportSize(WIDTHS.desk)
}
