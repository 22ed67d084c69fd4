import { expect } from '@playwright/test'
import { openUsers, signIn, test } from './house.ts'

test('F8 reaches the notification over an open dialog, and the focus goes on from where it was', async ({
  page,
  house,
}) => {
  await signIn(page, house)
  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const city = dialog.getByLabel('City')
  const notification = page.getByRole('listitem').filter({ hasText: 'Validation Error' })
  const dismiss = notification.getByRole('button', { name: 'Dismiss' })
  const refuse = async () => {
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(notification).toBeVisible()
    await city.focus()
  }
  await city.focus()
  await page.keyboard.press('F8')
  await expect(city).toBeFocused()

  await refuse()
  await page.keyboard.press('F8')
  await expect(notification).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('State')).toBeFocused()

  await page.keyboard.press('F8')
  await page.keyboard.press('Shift+Tab')
  await expect(city).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notification).toBeHidden()
  await expect(city).toBeFocused()
  await expect(dialog).toBeVisible()

  await refuse()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(notification).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(city).toBeFocused()
})
