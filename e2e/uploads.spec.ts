import { expect, type Page } from '@playwright/test'
import {
  type App,
  addClient,
  endSession,
  giveCredentials,
  openUsers,
  signIn,
  tells,
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

test('a file that is saved only long after its last byte is uploaded, once', async ({
  page,
  app,
}) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  await page.clock.runFor(20_000)
  await expect(dialog.getByText('Saving...')).toBeVisible()
  server.end('answer')
  await tells(page, 'File uploaded successfully note.txt')
  await expect(dialog).toBeHidden()
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('a file that is being saved cannot be called back, and is kept when the dialog is left', async ({
  page,
  app,
}) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  const cancel = dialog.getByRole('button', { name: 'Cancel the upload of note.txt' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  server.end('answer')
  await tells(page, 'File uploaded successfully note.txt')
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('a file whose upload is cancelled while the browser still reads it is not sent', async ({
  page,
  app,
}) => {
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
  await tells(page, 'Upload failed Cancelled.', 'failure')
  await expect(dialog.getByRole('listitem')).toContainText('Cancelled.')
  expect(await (await app.as('GET', `/api/admin/users/${id}/attachments`)).json()).toEqual([])
})

test('a file that is saved after its dialog was left does not close the next one', async ({
  page,
  app,
}) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add File' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ ...NOTE, name: 'second.txt' })
  const description = dialog.getByLabel('Description')
  await description.fill('Of the second file')
  server.end('answer')
  await tells(page, 'File uploaded successfully note.txt')
  await expect(files(page)).toHaveCount(1)
  await expect(description).toHaveValue('Of the second file')
  server.close()
})

test('of a file whose answer is lost it is said that it may have been kept', async ({
  page,
  app,
}) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  server.end('hang up')
  await expect(dialog.getByRole('listitem')).toContainText('the file may have been kept')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard files' }).click()
  await expect(files(page)).toHaveCount(1)
  server.close()
})

test('a file that is refused stays with its reason when the others have arrived', async ({
  page,
  app,
}) => {
  const dialog = await choose(page, app, ['note.txt', 'setup.exe'])
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await tells(page, 'File uploaded successfully note.txt')
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible()
  const refused = dialog.getByRole('listitem').filter({ hasText: 'setup.exe' })
  await expect(refused).toContainText('Please select a supported file type')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(files(page)).toHaveCount(1)
})

test('a file that something before the server finds too large can be tried again as it was described', async ({
  page,
  app,
}) => {
  const dialog = await choose(page, app, ['note.txt'])
  await dialog.getByLabel('Category').selectOption('Other')
  await dialog.getByLabel('Description').fill('From the notary')
  await page.route('**/attachments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  const reason = 'The file is too large for the server or for what stands before it.'
  await tells(page, `Upload failed ${reason}`, 'failure')
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

test('files chosen when the session ended are there again after signing in, with what came of each', async ({
  page,
  app,
}) => {
  // More than are sent at a time.
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'deed.txt']
  const dialog = await choose(page, app, names)
  await dialog.getByLabel('Description').last().fill('The deed of 1962')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Upload 5 Files' }).click()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await giveCredentials(page)
  await expect(dialog.getByLabel('Description').last()).toHaveValue('The deed of 1962')
  await expect(dialog.getByText('Cancelled.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Upload 5 Files' }).click()
  await tells(page, 'File uploaded successfully 5 files')
  await expect(files(page)).toHaveCount(5)
  await expect(files(page).filter({ hasText: 'deed.txt' })).toContainText('The deed of 1962')
})

test('a file that was being saved when the tab was signed out is told as what it has become', async ({
  page,
  app,
}) => {
  const server = await openSlowServer(page, app, '**/attachments')
  const dialog = await uploadNote(page, app)
  const other = await page.context().newPage()
  await other.goto(`${app.url}/login`)
  await other.evaluate(() => localStorage.removeItem('attest.token'))
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await giveCredentials(page)
  await openUsers(page)
  await page.getByText('Ana Lee 1').click()
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await expect(dialog.getByText('Saving...')).toBeVisible()
  server.end('answer')
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(files(page)).toHaveCount(1)
  server.close()
})
