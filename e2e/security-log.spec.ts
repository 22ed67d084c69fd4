import { expect } from '@playwright/test'
import { ADMIN, giveCredentials, insertClients, test } from './app.ts'

test('finds log entries by words and event, and keeps the filter', async ({ page, app }) => {
  await insertClients(app, 3)
  await app.as('DELETE', '/api/admin/users/1')
  await page.goto(`${app.url}/login`)
  await giveCredentials(page, { email: 'intruder@example.com', password: 'guess' })
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await giveCredentials(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Security Log' }).click()
  await expect(page.getByText('nobody can change or delete one')).toBeVisible()
  await expect(page.getByRole('row', { name: /Signed in/ }).first()).toContainText(ADMIN.email)
  await expect(page.getByRole('row', { name: /Signed in/ }).first()).toContainText(
    'Chrome on Linux',
  )
  await expect(page.getByRole('row', { name: /Signed in/ }).first()).toContainText('Password')
  await expect(page.getByRole('row', { name: /Client deleted/ })).toBeVisible()

  await page.getByLabel('Search').fill('intruder')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sign-in failed/ })).toContainText(
    'intruder@example.com',
  )
  await page.getByLabel('Event').selectOption('Signed out')
  await expect(page.getByText('No entries found')).toBeVisible()
  await expect(page).toHaveURL(/\?search=intruder&event=signed-out$/)
  await page.goBack()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('intruder')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
})
