import type { BrowserContext, Page } from '@playwright/test'

/**
 * Keeps one route from the first one until the test ends. Removing the last one switches interception off, and Chromium
 * never answers some requests that start then.
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
