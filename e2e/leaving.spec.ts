import { expect, type Page } from '@playwright/test'
import { editClient, giveCredentials, openUsers, signIn, test } from './app.ts'
import { look } from './look.ts'

const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const stay = (page: Page) => asked(page).getByRole('button', { name: 'Keep editing' })
const discard = (page: Page) => asked(page).getByRole('button', { name: 'Discard changes' })

test('asks before an edit is left in any way', { tag: '@pictures' }, async ({ page, app }) => {
  await editClient(page, app)
  const url = page.url()
  const name = page.getByLabel('First Name')
  const ways = [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back' }).click(),
    () => page.getByRole('link', { name: 'Email Templates' }).click(),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]
  for (const [n, go] of ways.entries()) {
    await go()
    if (n === 0) await look(page, 'leaving')
    await expect(stay(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asked(page)).toBeHidden()
    await expect(name).toHaveValue('Zora')
    await expect(page).toHaveURL(url)
  }
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('tab', { name: 'Change History' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(name).toHaveValue('Zora')

  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await closing
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(name).toHaveValue('Zora')

  await page.goBack()
  await discard(page).click()
  await expect(page).toHaveURL(/\/user-management$/)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByRole('link', { name: 'Email Templates' }).click()
  await expect(page.getByRole('heading', { name: 'Email Templates' })).toBeVisible()

  await test.step('asks at sign-out and forgets what was discarded', async () => {
    await openUsers(page)
    await page.getByRole('row').nth(2).click()
    await page.getByRole('button', { name: 'Edit User' }).click()
    await name.fill('Zora')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await stay(page).click()
    await expect(name).toHaveValue('Zora')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await discard(page).click()
    await giveCredentials(page)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openUsers(page)
    await page.getByRole('row').nth(2).click()
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
    await expect(page.getByText('Zora')).toHaveCount(0)
  })
})

test('asks before a dialog with typed text closes', { tag: '@phone' }, async ({ page, app }) => {
  await signIn(page, app)
  await openUsers(page)
  const create = page.getByRole('button', { name: 'Create User' })
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await create.first().click()
  await expect(dialog.getByLabel('Template Group')).toHaveValue(/./)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()

  await create.click()
  await dialog.getByLabel('City').fill('Salem')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => page.goBack(),
  ]) {
    await close()
    await stay(page).click()
    await expect(dialog.getByLabel('City')).toHaveValue('Salem')
    await expect(dialog.getByLabel('City')).toBeFocused()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(page).click()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
})

test('asks about the edit and the upload before either is lost', async ({ page, app }) => {
  await editClient(page, app)
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
  await dialog.locator('input[type=file]').setInputFiles(note)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep them' }).click()
  await page.route('**/attachments', (route) =>
    route.request().method() === 'GET' ? route.continue() : undefined,
  )
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  const uploading = dialog.getByRole('button', { name: 'Uploading...' })
  const stop = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await page.keyboard.press('Escape')
  await stop.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(uploading).toBeVisible()
  await page.goBack()
  await stop.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(asked(page)).toBeHidden()
  await page.goBack()
  await stop.getByRole('button', { name: 'Stop and close' }).click()
  await expect(stay(page)).toBeFocused()
  await stay(page).click()
  await expect(uploading).toBeVisible()
  await expect(page).toHaveURL(/\/user-management\/\d+/)

  await page.goBack()
  await stop.getByRole('button', { name: 'Stop and close' }).click()
  await discard(page).click()
  await expect(page).toHaveURL(/\/user-management$/)
  await expect(dialog).toBeHidden()

  await test.step('stops the upload at Cancel', async () => {
    await page.getByRole('row').nth(2).click()
    await page.getByRole('tab', { name: 'Files & Attachments' }).click()
    await page.getByRole('button', { name: 'Add File' }).click()
    await dialog.locator('input[type=file]').setInputFiles(note)
    await dialog.getByRole('button', { name: 'Upload File' }).click()
    await expect(uploading).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await stop.getByRole('button', { name: 'Stop and close' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
  })
})
