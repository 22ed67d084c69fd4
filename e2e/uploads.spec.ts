import { expect, type Page } from '@playwright/test'
import {
  type App,
  addClient,
  endSession,
  giveCredentials,
  showsToast,
  signIn,
  test,
} from './app.ts'
import { openSlowServer } from './slow-server.ts'

const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }

/** The dialog at a new client's files, with these chosen. */
async function choose(page: Page, app: App, names: string[]) {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const chosen = names.map((name) => ({ ...NOTE, name }))
  await dialog.locator('input[type=file]').setInputFiles(chosen)
  return dialog
}

/** Sends a note up to where the server is saving it. */
async function uploadNote(page: Page, app: App) {
  const dialog = await choose(page, app, ['note.txt'])
  await page.clock.install()
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(dialog.getByText('Saving...')).toBeVisible()
  return dialog
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')

test('uploads a file once when the server saves it slowly', async ({ page, app }) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  await page.clock.runFor(20_000)
  await expect(dialog.getByText('Saving...')).toBeVisible()
  server.end('answer')
  await showsToast(page, 'File uploaded successfully note.txt')
  await expect(dialog).toBeHidden()
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('keeps a file that is being saved when the dialog is left', async ({ page, app }) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  const cancel = dialog.getByRole('button', { name: 'Cancel the upload of note.txt' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  server.end('answer')
  await showsToast(page, 'File uploaded successfully note.txt')
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('sends no file that is canceled while it is read', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  // As with a file on a slow drive.
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const there = new Promise((resolve) => addEventListener('file is there', resolve))
    Blob.prototype.arrayBuffer = async function () {
      await there
      return read.call(this)
    }
  })
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await dialog.locator('input[type=file]').setInputFiles(NOTE)
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await dialog.getByRole('button', { name: 'Cancel the upload of note.txt' }).click()
  await page.evaluate(() => dispatchEvent(new Event('file is there')))
  await expect(dialog.getByRole('listitem')).toContainText('Canceled.')
  expect(await (await app.as('GET', `/api/admin/users/${id}/attachments`)).json()).toEqual([])
})

test('closes only the dialog of its own upload', async ({ page, app }) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add File' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ ...NOTE, name: 'second.txt' })
  const description = dialog.getByLabel('Description')
  await description.fill('Of the second file')
  server.end('answer')
  await showsToast(page, 'File uploaded successfully note.txt')
  await expect(files(page)).toHaveCount(1)
  await expect(description).toHaveValue('Of the second file')
  server.close()
})

test('says that a file with a lost answer may have been kept', async ({ page, app }) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  server.end('hang up')
  await expect(dialog.getByRole('listitem')).toContainText('the file may have been kept')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard files' }).click()
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('keeps a rejected file with its reason after the others arrive', async ({ page, app }) => {
  const dialog = await choose(page, app, ['note.txt', 'setup.exe'])
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await showsToast(page, 'File uploaded successfully note.txt')
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible()
  const refused = dialog.getByRole('listitem').filter({ hasText: 'setup.exe' })
  await expect(refused).toContainText('Please select a supported file type')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(files(page)).toHaveCount(1)
})

test('retries a file that a gateway found too large', async ({ page, app }) => {
  const dialog = await choose(page, app, ['note.txt'])
  await dialog.getByLabel('Category').selectOption('Other')
  await dialog.getByLabel('Description').fill('From the notary')
  await page.route('**/attachments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  const reason = 'The file is too large for the server. Please choose a smaller one.'
  await showsToast(page, `Upload failed ${reason}`, 'failure')
  await expect(dialog.getByRole('listitem')).toContainText(reason)
  await expect(dialog.getByLabel('Category')).toHaveValue('other')
  await expect(dialog.getByLabel('Description')).toHaveValue('From the notary')
  await page.unroute('**/attachments')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  await expect(files(page)).toContainText('From the notary')
  await expect(files(page)).toContainText('Other')
})

test('keeps the focus in the dialog when a chosen file is removed', async ({ page, app }) => {
  const dialog = await choose(page, app, ['a.txt', 'b.txt'])
  await dialog.getByRole('button', { name: 'Remove b.txt' }).press('Enter')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Browse Files' })).toBeFocused()
})

test('restores chosen files after sign-in', async ({ page, app }) => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'deed.txt']
  const dialog = await choose(page, app, names)
  await dialog.getByLabel('Description').last().fill('The deed of 1962')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Upload 5 Files' }).click()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await giveCredentials(page)
  await expect(dialog.getByLabel('Description').last()).toHaveValue('The deed of 1962')
  await expect(dialog.getByText('Canceled.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Upload 5 Files' }).click()
  await showsToast(page, 'File uploaded successfully 5 files')
  await expect(files(page)).toHaveCount(5)
  await expect(files(page).filter({ hasText: 'deed.txt' })).toContainText('The deed of 1962')
})

test('says that a file may have been kept during a sign-out', async ({ page, app }) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  const other = await page.context().newPage()
  await other.goto(`${app.url}/login`)
  await other.evaluate(() => localStorage.removeItem('attest.token'))
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await giveCredentials(page)
  await expect(dialog.getByText('the file may have been kept')).toBeVisible()
  server.close()
})
