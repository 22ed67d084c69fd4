import { expect, type Page } from '@playwright/test'
import { openUsers, signIn, test } from './house.ts'

/** A window of 1280 × 1024 at 400 %, one of 1280 × 720 at 200 %, and a phone above its keyboard. */
const LOW = [
  { width: 320, height: 256 },
  { width: 640, height: 360 },
  { width: 375, height: 330 },
]
const WHOLE = { ratio: 1 }

async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  return { dialog, cancel, title: dialog.getByRole('heading', { name, exact: true }) }
}

test('in a low window a dialog has all the room there is', async ({ page, house }) => {
  await signIn(page, house)
  await openUsers(page)
  for (const name of ['Create User', 'Bulk Email']) {
    const { dialog, cancel, title } = await openDialog(page, name)
    for (const size of LOW) {
      await page.setViewportSize(size)
      const between = dialog.getByLabel(name === 'Bulk Email' ? 'Confirmed users' : 'City')
      await between.focus()
      await between.evaluate((field) => field.scrollIntoView({ block: 'center' }))
      await expect(between).toBeInViewport(WHOLE)
      await expect(title).not.toBeInViewport()
      await expect(cancel).not.toBeInViewport()
      await cancel.focus()
      await expect(cancel).toBeInViewport(WHOLE)
      await title.scrollIntoViewIfNeeded()
      await expect(title).toBeInViewport(WHOLE)
    }
    // The scrollbar of what lies around the dialog is right of all that it shows.
    await dialog.locator('..').dispatchEvent('pointerdown', { clientX: 395, clientY: 100 })
    await expect(dialog).toBeVisible()
    await cancel.click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
