import { expect } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'
import { DEVICES, openLighthouse, SCREENS } from './lighthouse.ts'

test('passes Lighthouse’s accessibility and best practices', {
  tag: '@slow',
}, async ({ app }) => {
  test.setTimeout(240_000)
  await insertClients(app)
  const { browser, run, close } = await openLighthouse()
  const found: object[] = []
  for (const [n, screen] of SCREENS.entries()) {
    if (screen === '/dashboard') await signIn(await browser.newPage(), app)
    // Each screen on one device: `look` runs the rules of accessibility on both.
    const device = DEVICES[n % DEVICES.length]!
    const categories = ['accessibility', 'best-practices']
    const { categories: scores, audits } = await run(app.url + screen, device, categories)
    const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1)
    found.push({
      screen,
      device,
      accessibility: scores.accessibility?.score,
      bestPractices: scores['best-practices']?.score,
      failed: failed.map(({ id }) => id),
    })
  }
  await close()
  for (const each of found) expect(each).toMatchObject({ accessibility: 1, bestPractices: 1 })
})
