import type { BrowserContext, Page } from '@playwright/test'

/**
 * Removing the last route switches interception off; Chromium never answers some requests that start then.
 * So one route stays from the first one until the test ends.
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
