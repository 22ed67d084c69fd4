import { expect } from '@playwright/test'
import { ADMIN, endSession, giveCredentials, insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'
import { button, openTemplate, storedTemplate } from './template.ts'

test('creates a template from the default letter with an id by its name', {
  tag: '@journey',
}, async ({ page, app }) => {
  await signIn(page, app, '/email-templates')
  const card = page.getByRole('listitem').filter({ hasText: 'GeneralClients' })
  await expect(card).toContainText(/Letter\s*\d KB/)
  await page.getByRole('link', { name: 'Create Template' }).click()
  await expect(page.getByLabel('Greeting')).toHaveValue(/Thank you/)
  await expect(page.getByLabel('Main Message')).toHaveValue(/estate planning documents safely/)
  await expect(page.getByLabel('Footer Message')).toHaveValue(/originals shipped/)
  await page.getByLabel('Template Name').fill('Spring  Letter (2026)')
  await expect(page.getByLabel('Template ID')).toHaveValue('spring-letter-2026')
  await page.getByLabel('Template ID').fill('spring')
  await page.getByLabel('Template Name').fill('Spring Letter')
  await expect(page.getByLabel('Template ID')).toHaveValue('spring')
  await button(page, 'Save Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  await expect(page).toHaveURL(/\/email-templates\/edit\/spring$/)
  await expect(page.getByLabel('Template ID')).toHaveAttribute('readonly')
  await page.getByRole('link', { name: 'Back to Templates' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Spring Letter' })).toBeVisible()
})

test('reports invalid template fields at the field', async ({ page, app }) => {
  await signIn(page, app, '/email-templates/create')
  await button(page, 'Save Template').click()
  await expect(page.getByText('Template name is required')).toBeVisible()
  await expect(page.getByLabel('Template Name')).toBeFocused()
  await page.getByLabel('Template Name').fill('Mine')
  await page.getByLabel('Template ID').fill('BigClients')
  await button(page, 'Save Template').click()
  await expect(page.getByLabel('Template ID')).toHaveAccessibleDescription(
    /Template ID BigClients is already taken\./,
  )
  await page.getByLabel('Template ID').fill('mine')
  await page.getByLabel('Greeting').fill('Dear {{firstname}},')
  for (const press of ['Save Template', 'Test Email']) {
    await page.getByRole('tab', { name: 'Plain Text' }).click()
    await expect(page.getByLabel('Greeting')).toBeHidden()
    await button(page, press).click()
    await expect(page.getByLabel('Greeting')).toBeFocused()
    await expect(page.getByLabel('Greeting')).toHaveAccessibleDescription(
      'Unknown placeholder {{firstname}}',
    )
  }
})

test('keeps each save as a version and restores an old one', async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByLabel('Greeting').fill('Second greeting,')
  await button(page, 'Update Template').click()
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions.getByRole('listitem').first()).toContainText(ADMIN.email)
  await page.getByRole('button', { name: 'View version 1' }).click()
  const old = page.frameLocator('iframe[title="The letter of version 1"]')
  await expect(old.getByText('Thank you for trusting us')).toBeVisible()
  await button(page, 'Restore this version').click()
  await expect(page.getByLabel('Greeting')).toHaveValue(/Thank you/)
  await page.getByRole('link', { name: 'Back to Templates' }).click()
  await button(page, 'Keep editing').click()
  await button(page, 'Update Template').click()
  await expect(versions.getByRole('listitem')).toHaveCount(3)
})

test('keeps typed text over a save, a colleague’s change and a sign-in', async ({ page, app }) => {
  await openTemplate(page, app)
  const greeting = page.getByLabel('Greeting')
  await test.step('blocks restoring a version during a save', async () => {
    const saving = Promise.withResolvers<void>()
    await page.route('**/email-templates/GeneralClients', async (route) => {
      if (route.request().method() === 'PUT') await saving.promise
      await route.continue()
    })
    await greeting.fill('Second greeting,')
    await button(page, 'Update Template').click()
    await page.getByRole('button', { name: 'View version 1' }).click()
    const restore = button(page, 'Restore this version')
    await expect(restore).toHaveAttribute('aria-disabled', 'true')
    saving.resolve()
    await expect(restore).not.toHaveAttribute('aria-disabled', 'true')
    await restore.click()
    await expect(greeting).toHaveValue(/Thank you/)
  })

  await test.step('shows another’s changes at a late save', async () => {
    await greeting.fill('My greeting,')
    const theirs = { ...(await storedTemplate(app, 'GeneralClients')), signature: 'Theirs,' }
    await app.as('PUT', '/api/admin/email-templates/GeneralClients', theirs)
    await button(page, 'Update Template').click()
    await expect(toast(page, 'Save failed')).toBeVisible()
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this template' })
    await expect(notice).toContainText('Theirs,')
    await expect(page.getByLabel('Signature')).toHaveValue('Theirs,')
    await expect(greeting).toHaveValue('My greeting,')
    await button(page, 'Update Template').click()
    await expect(toast(page, 'Template saved')).toBeVisible()
    await expect(notice).toBeHidden()
    expect(await storedTemplate(app, 'GeneralClients')).toMatchObject({
      greeting: 'My greeting,',
      signature: 'Theirs,',
    })
  })

  await test.step('restores the text after the next sign-in', async () => {
    await greeting.fill('Not saved yet,')
    await endSession(page)
    await button(page, 'Update Template').click()
    await expect(page.getByRole('alert')).toContainText('Your session has ended.')
    await giveCredentials(page)
    await expect(greeting).toHaveValue('Not saved yet,')
    await button(page, 'Update Template').click()
    await expect(toast(page, 'Template saved')).toBeVisible()
  })
})

test('offers to move the clients of a template before it is deleted', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 3)
  await app.as('PUT', '/api/admin/users/1', { group_template: 'BigClients' })
  await openTemplate(page, app, 'BigClients')
  await button(page, 'Delete').click()
  await button(page, 'Delete Template').click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Big Clients”' })
  await expect(dialog).toContainText('1 client uses this template.')
  const choice = dialog.getByLabel('New Template')
  await expect(choice.getByRole('option')).toHaveText(['General Clients', 'Dismissing Clients'])
  await look(page, 'template-move-clients')
  await choice.selectOption('General Clients')
  await dialog.getByRole('button', { name: 'Move and Delete' }).click()
  await expect(toast(page, 'Template deleted')).toBeVisible()
  await expect(page).toHaveURL(/email-templates$/)
  const moved = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(moved.group_template).toBe('GeneralClients')

  await test.step('deletes no reminder of a group alone', async () => {
    await page.getByRole('link', { name: 'Edit reminder of General Clients' }).click()
    await expect(page).toHaveURL(/\/edit\/GeneralClients-reminder$/)
    await expect(button(page, 'Update Template')).toBeVisible()
    await expect(button(page, 'Delete')).toHaveCount(0)
  })
})

test('deletes an unused template', async ({ page, app }) => {
  await openTemplate(page, app, 'DismissingClients')
  await button(page, 'Delete').click()
  await button(page, 'Delete Template').click()
  await expect(toast(page, 'Template deleted')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Dismissing' })).toBeHidden()
  await page.goto(`${app.url}/email-templates/edit/DismissingClients`)
  await expect(page.getByText('There is no such template')).toBeVisible()
})
