import type { BrowserContext, Page } from '@playwright/test'

/**
 * Chromium never answers some of the requests that start while its interception is being switched off, which happens
 * when the last route goes. So one route stays until the test ends, from its first on.
 */
export function keepIntercepting(context: BrowserContext): void {
  let kept: Promise<unknown> | undefined
  const keep = (page: Page) => {
    const route = page.route.bind(page)
    page.route = async (...given) => {
      kept ??= context.route('never:', (nothing) => nothing.abort())
      await kept
      return route(...given)
    }
  }
  context.on('page', keep)
}
