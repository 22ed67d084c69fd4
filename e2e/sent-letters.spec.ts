import { expect } from '@playwright/test'
import { insertClients, signIn, test } from './house.ts'

const TEMPLATE = '/api/admin/email-templates/GeneralClients'

test('the client’s page opens the letter as it was when the email was sent', async ({
  page,
  house,
}) => {
  await insertClients(house)
  await house.as('POST', '/api/admin/resend-email/1')
  const template = (await (await house.as('GET', TEMPLATE)).json()) as object
  await house.as('PUT', TEMPLATE, { ...template, subject: 'Another subject' })
  await house.as('POST', '/api/admin/resend-email/1')
  await signIn(page, house, '/user-management/1')
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
