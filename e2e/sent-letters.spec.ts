import { expect } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

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

test('sends one letter to all, chosen for this mailing', { tag: '@phone' }, async ({
  page,
  app,
}) => {
  await insertClients(app, 3)
  await app.as('PUT', '/api/admin/users/2', { group_template: 'BigClients' })
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Email' })
  const letter = dialog.getByLabel('Letter', { exact: true })
  await expect(letter).toHaveValue('')
  await expect(dialog.getByLabel('Preview')).toBeVisible()
  await letter.focus()
  await letter.selectOption('Big Clients, for all')
  await expect(dialog.getByLabel('Preview')).toBeHidden()
  await expect(letter).toBeFocused()
  await look(page, 'bulk-letter-chosen')
  await dialog.getByRole('button', { name: 'Send 3 Emails' }).click()
  await expect(page.getByText(/^\d+ emails? written to the outbox$/).first()).toBeVisible()
  const { messages } = await (await app.as('GET', '/api/admin/mailings/1/messages')).json()
  const letters = messages.map(({ template_id }: { template_id: string }) => template_id)
  expect(letters).toEqual(['BigClients', 'BigClients', 'BigClients'])
})
