import { expect, type Route } from '@playwright/test'
import { addClient, showsToast, signIn, test, toast } from './app.ts'

test('keeps an edit until its slow save has an outcome', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}`)
  const edit = page.getByRole('button', { name: 'Edit User' })
  const save = page.getByRole('button', { name: 'Save' })
  const city = page.getByLabel('City')
  await test.step('shows the other’s values after a discarded edit', async () => {
    await edit.click()
    await page.getByLabel('First Name').fill('Zora')
    await app.as('PUT', `/api/admin/users/${id}`, { first_name: 'Faster' })
    await save.click()
    await expect(page.getByText('Someone changed this record')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Faster Lee 1')
    await edit.click()
    await expect(page.getByLabel('First Name')).toHaveValue('Faster')
    await city.fill('Salem')
    await save.click()
    await showsToast(page, 'User updated successfully')
  })

  let arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/users/*', (route) =>
    route.request().method() === 'PUT' ? arrived.resolve(route) : route.continue(),
  )
  await test.step('blocks typing during the save and keeps the focus', async () => {
    await edit.click()
    await city.fill('Lynn')
    await city.press('Enter')
    const put = await arrived.promise
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.keyboard.type('town')
    await expect(city).toHaveValue('Lynn')
    await page.getByLabel('Zip Code').press('Shift+Tab')
    await expect(city).toBeFocused()
    await put.fulfill({ status: 500, body: '' })
    await showsToast(page, 'Update failed Failed to update user information', 'failure')
    await expect(city).toBeFocused()
    await page.keyboard.type('!')
    await expect(city).not.toHaveValue('Lynn')
  })

  await test.step('warns truthfully when the save is left', async () => {
    arrived = Promise.withResolvers()
    await save.click()
    const put = await arrived.promise
    await page.getByRole('link', { name: 'Mailings' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave while it is being saved?' })
    await expect(question).toContainText('Saving continues after you leave.')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Mailings' })).toBeVisible()
    await put.continue()
    await showsToast(page, 'User updated successfully')
  })
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

test('closes only the dialog of its own export, which may wait', async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app)
  let arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/export*', (route) => arrived.resolve(route))
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const open = page.getByRole('button', { name: 'Export Data' })
  await open.click()
  await dialog.getByRole('button', { name: 'Export as CSV' }).click()
  const first = await arrived.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await first.continue()
  await expect(toast(page, 'Export Successful')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  arrived = Promise.withResolvers()
  await page.clock.install()
  const button = page.getByRole('button', { name: 'Export as XLSX' })
  const before = await button.boundingBox()
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const second = await arrived.promise
  expect(await button.boundingBox()).toEqual(before)
  await page.clock.runFor(60_000)
  await expect(page.getByText('earlier exports finish first')).toBeVisible()
  await second.continue()
  await expect(toast(page, 'Export Successful')).toBeVisible()
})
