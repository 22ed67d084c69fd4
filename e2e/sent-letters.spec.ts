import { expect } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'

const TEMPLATE = '/api/admin/email-templates/GeneralClients'

test('opens the letter as it was when the email was sent', async ({ page, app }) => {
  await insertClients(app)
  await app.as('POST', '/api/admin/resend-email/1')
  const template = (await (await app.as('GET', TEMPLATE)).json()) as object
  await app.as('PUT', TEMPLATE, { ...template, subject: 'Another subject' })
  await app.as('POST', '/api/admin/resend-email/1')
  await signIn(page, app, '/user-management/1')
  const letters = page.getByRole('list', { name: 'Emails' }).getByRole('button', { name: 'Letter' })
  await expect(letters).toHaveText(['Letter: version 2', 'Letter: version 1'])
  await letters.first().click()
  const second = page.getByRole('dialog', { name: 'Version 2' })
  await expect(second).toContainText('Another subject')
  await page.keyboard.press('Escape')
  await expect(letters.first()).toBeFocused()
  await letters.last().click()
  const first = page.getByRole('dialog', { name: 'Version 1' })
  await expect(first.locator('iframe[title="The letter of version 1"]')).toBeVisible()
  await expect(first).not.toContainText('Another subject')
})
