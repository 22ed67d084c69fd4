import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, test } from './app.ts'

/** Moves the pointer in several steps, like a hand. */
async function comeTo(page: Page, target: Locator): Promise<void> {
  const box = (await target.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
}

test('shows a tooltip after 700 ms, the next one within 300 ms at once', async ({ page, app }) => {
  await page.clock.install()
  await signIn(page, app)
  const hint = (text: string) => page.getByRole('tooltip', { name: text })
  const [account, out] = ['Account', 'Sign out'].map((name) => page.getByRole('button', { name }))
  await page.clock.pauseAt(Date.now() + 60_000)
  await comeTo(page, account!)
  await page.clock.runFor(690)
  await expect(hint('Account')).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(hint('Account')).toBeVisible()
  await comeTo(page, out!)
  await expect(hint('Sign out')).toBeVisible()
  await expect(hint('Account')).toHaveCount(0)

  const away = page.getByRole('heading', { name: 'Dashboard' })
  await comeTo(page, away)
  await expect(hint('Sign out')).toHaveCount(0)
  await page.clock.runFor(310)
  await comeTo(page, account!)
  await page.clock.runFor(690)
  await expect(hint('Account')).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(hint('Account')).toBeVisible()
})
