import { expect, type Route } from '@playwright/test'
import { addClient, showsToast, signIn, test, toast } from './app.ts'

test('shows the other’s values after a discarded edit', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}`)
  const edit = page.getByRole('button', { name: 'Edit User' })
  await edit.click()
  await page.getByLabel('First Name').fill('Zora')
  await app.as('PUT', `/api/admin/users/${id}`, { first_name: 'Faster' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone changed this record')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Faster Lee 1')
  await edit.click()
  await expect(page.getByLabel('First Name')).toHaveValue('Faster')
  await page.getByLabel('City').fill('Salem')
  await page.getByRole('button', { name: 'Save' }).click()
  await showsToast(page, 'User updated successfully')
})

test('warns truthfully when a save is left', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/users/*', (route) =>
    route.request().method() === 'PUT' ? arrived.resolve(route) : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  const put = await arrived.promise
  await page.getByRole('link', { name: 'Mailings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave while it is being saved?' })
  await expect(question).toContainText('Saving continues after you leave.')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Mailings' })).toBeVisible()
  await put.continue()
  await showsToast(page, 'User updated successfully')
})

test('blocks typing while a client is saved and keeps the focus', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  const city = page.getByLabel('City')
  await city.fill('Salem')
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/users/*', (route) =>
    route.request().method() === 'PUT' ? arrived.resolve(route) : route.continue(),
  )
  await city.press('Enter')
  const answer = await arrived.promise
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.type('town')
  await expect(city).toHaveValue('Salem')
  await page.getByLabel('Zip Code').press('Shift+Tab')
  await expect(city).toBeFocused()
  await answer.fulfill({ status: 500, body: '' })
  await showsToast(page, 'Update failed Failed to update user information', 'failure')
  await expect(city).toBeFocused()
  await page.keyboard.type('!')
  await expect(city).not.toHaveValue('Salem')
})

test('blocks typing while a template is saved and keeps the focus', async ({ page, app }) => {
  await signIn(page, app, '/email-templates/create')
  await page.getByLabel('Template Name').fill('Spring')
  const subject = page.getByLabel('Subject')
  await subject.fill('It is spring')
  let arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/email-templates', (route) =>
    route.request().method() === 'POST' ? arrived.resolve(route) : route.continue(),
  )
  await subject.press('Enter')
  const first = await arrived.promise
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect(subject).toBeFocused()
  await page.keyboard.type(', again')
  await expect(subject).toHaveValue('It is spring')
  for (const label of ['Template Name', 'Template ID', 'Greeting', 'Signature']) {
    await expect(page.getByLabel(label)).toHaveAttribute('readonly')
  }
  await page.getByLabel(/^General Email Template/).press('Space')
  await expect(page.getByLabel('Button Text')).toHaveValue('Confirm My Address')
  await subject.focus()
  await page.getByRole('button', { name: 'Insert Placeholder' }).click()
  await page.getByRole('menuitem', { name: /^last_name/ }).click()
  await expect(subject).toHaveValue('It is spring')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await expect(page.getByRole('textbox', { name: 'Plain Text' })).toHaveAttribute('readonly')

  await first.fulfill({ status: 500, body: '' })
  await showsToast(page, 'Save failed Failed to save template', 'failure')
  await page.getByRole('textbox', { name: 'Plain Text' }).fill('By hand')
  await subject.press('End')
  await page.keyboard.type(', again')
  arrived = Promise.withResolvers<Route>()
  await subject.press('Enter')
  const second = await arrived.promise
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.getByRole('button', { name: 'Make it from the content fields again' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Plain Text' })).toHaveValue('By hand')
  await second.continue()
  await expect(page).toHaveURL(/\/edit\/spring$/)
  await expect(subject).toHaveValue('It is spring, again')
  await subject.fill('It is summer')
})

test('closes only the dialog of its own export', async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app)
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/export*', arrived.resolve)
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const open = page.getByRole('button', { name: 'Export Data' })
  await open.click()
  await dialog.getByRole('button', { name: 'Export as CSV' }).click()
  const answer = await arrived.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await answer.continue()
  await expect(toast(page, 'Export Successful')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
})

test('says that an export may have to wait, and saves it', async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app)
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/export*', arrived.resolve)
  await page.getByRole('button', { name: 'Export Data' }).click()
  await page.clock.install()
  const button = page.getByRole('button', { name: 'Export as XLSX' })
  const before = await button.boundingBox()
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const answer = await arrived.promise
  expect(await button.boundingBox()).toEqual(before)
  await page.clock.runFor(60_000)
  await expect(page.getByText('earlier exports finish first')).toBeVisible()
  await answer.continue()
  await expect(toast(page, 'Export Successful')).toBeVisible()
})
