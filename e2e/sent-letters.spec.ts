import { expect } from '@playwright/test'
import { addClient, insertClients, linkIn, signIn, test } from './app.ts'

const TEMPLATE = '/api/admin/email-templates/GeneralClients'

test('opens the letter as it was when the email was sent', async ({ page, app }) => {
  await insertClients(app, 3)
  await app.as('POST', '/api/admin/resend-email/1')
  const template = (await (await app.as('GET', TEMPLATE)).json()) as object
  await app.as('PUT', TEMPLATE, { ...template, subject: 'Another subject' })
  await app.as('POST', '/api/admin/resend-email/1')
  await signIn(page, app, '/user-management/1')
  const letters = page
    .getByRole('list', { name: 'Everything' })
    .getByRole('button', { name: 'Letter' })
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

test('sends one letter to all, chosen for this mailing', async ({ page, app }) => {
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
  await dialog.getByRole('button', { name: 'Send 3 Emails' }).click()
  await expect(page.getByText(/^\d+ emails? kept in the outbox$/).first()).toBeVisible()
  const { messages } = await (await app.as('GET', '/api/admin/mailings/1/messages')).json()
  const letters = messages.map(({ template_id }: { template_id: string }) => template_id)
  expect(letters).toEqual(['BigClients', 'BigClients', 'BigClients'])
})

test('counts no answers to a receipt or a confirmation', async ({ page, app }) => {
  await addClient(app, 1)
  await expect.poll(() => app.outbox()).toHaveLength(1)
  const url = `/api${linkIn((await app.outbox())[0]!)}`
  const details = (await (await app.call('GET', url)).json()) as object
  const changed = { ...details, email: 'new@example.com', action: 'update' }
  await app.call('POST', url, changed)
  await expect.poll(() => app.outbox()).toHaveLength(3)
  await signIn(page, app, '/mailings?recipients=one')
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  await expect(row('Email to new client Ana Lee 1')).toContainText('1 of 1')
  for (const name of ['Receipt for Ana Lee 1', 'Email confirmation for Ana Lee 1']) {
    await expect(row(name)).toContainText('In the outbox')
    await expect(row(name)).not.toContainText('of 1')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row(name)).not.toContainText('answer')
    await page.setViewportSize({ width: 1280, height: 860 })
    await row(name).getByRole('link').click()
    await expect(page.getByText('Recipients')).toBeVisible()
    await expect(page.getByText('Answered, of 1')).toHaveCount(0)
    await expect(page.getByRole('columnheader')).toHaveText(['Client', 'Result', 'Time'])
    await page.goBack()
  }
})
