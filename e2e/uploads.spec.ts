import { expect, type Page } from '@playwright/test'
import { type App, addClient, giveCredentials, showsToast, signIn, test } from './app.ts'
import { openSlowServer } from './slow-server.ts'

const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }

/** Opens the upload dialog of a new client with these files chosen. */
async function choose(page: Page, app: App, names: string[]) {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const chosen = names.map((name) => ({ ...NOTE, name }))
  await dialog.locator('input[type=file]').setInputFiles(chosen)
  return dialog
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')

test('waits for a file that the server saves slowly', async ({ page, app }) => {
  await page.clock.install()
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  let sent = 0
  /** Uploads a note until the server is saving it. */
  const upload = async () => {
    const server = await openSlowServer(page, app, '**/attachments')
    await page.getByRole('button', { name: 'Add File' }).click()
    // Another text each time, as the server keeps the same content only once.
    const note = { ...NOTE, buffer: Buffer.from(`text ${++sent}`) }
    await dialog.locator('input[type=file]').setInputFiles(note)
    await dialog.getByRole('button', { name: 'Upload File' }).click()
    await expect(dialog.getByText('Saving...')).toBeVisible()
    return server
  }
  const close = async (server: Awaited<ReturnType<typeof upload>>) => {
    await page.unroute('**/attachments')
    server.close()
  }

  await test.step('uploads it once', async () => {
    const server = await upload()
    await page.clock.runFor(20_000)
    await expect(dialog.getByText('Saving...')).toBeVisible()
    server.end('answer')
    await showsToast(page, 'File uploaded successfully note.txt')
    await expect(dialog).toBeHidden()
    await expect(files(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await close(server)
  })

  await test.step('keeps it when the dialog is left, and closes only its own dialog', async () => {
    const server = await upload()
    const cancel = dialog.getByRole('button', { name: 'Cancel the upload of note.txt' })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add File' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ ...NOTE, name: 'second.txt' })
    const description = dialog.getByLabel('Description')
    await description.fill('Of the second file')
    server.end('answer')
    await showsToast(page, 'File uploaded successfully note.txt')
    await expect(description).toHaveValue('Of the second file')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Discard files' }).click()
    await expect(files(page)).toHaveCount(2)
    await close(server)
  })

  await test.step('says that it may have been kept when the answer is lost', async () => {
    const server = await upload()
    server.end('hang up')
    await expect(dialog.getByRole('listitem')).toContainText('the file may have been kept')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Discard files' }).click()
    await expect(files(page)).toHaveCount(3)
    await close(server)
  })

  await test.step('goes on behind the sign-in when the session ends', async () => {
    const server = await upload()
    const other = await page.context().newPage()
    await other.goto(`${app.url}/login`)
    await other.evaluate(() => localStorage.removeItem('attest.token'))
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await giveCredentials(page)
    await expect(dialog.getByText('Saving...')).toBeVisible()
    server.end('answer')
    await showsToast(page, 'File uploaded successfully note.txt')
    await expect(files(page)).toHaveCount(4)
    await close(server)
  })
})

test('sends no file that is canceled while it is read', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  // Imitates a file on a slow drive.
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

/** Replies to an upload, each with the text that it leads to. */
const REFUSALS = [
  [
    { status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' },
    'The file is too large for the server. Please choose a smaller one.',
  ],
  [
    { status: 200, body: '<html>' },
    'Failed to upload file. The server’s answer could not be read. Please try again.',
  ],
] as const

test('retries a file after a gateway’s or an unreadable reply', async ({ page, app }) => {
  const dialog = await choose(page, app, ['note.txt', 'b.txt'])
  await dialog.getByRole('button', { name: 'Remove b.txt' }).press('Enter')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Browse Files' })).toBeFocused()

  await dialog.getByLabel('Category').selectOption('Other')
  await dialog.getByLabel('Description').fill('From the notary')
  let press = dialog.getByRole('button', { name: 'Upload File' })
  for (const [answer, reason] of REFUSALS) {
    await page.route('**/attachments', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
    )
    await press.click()
    await showsToast(page, `Upload failed ${reason}`, 'failure')
    await expect(dialog.getByRole('listitem')).toContainText(reason)
    await expect(dialog.getByLabel('Category')).toHaveValue('other')
    await expect(dialog.getByLabel('Description')).toHaveValue('From the notary')
    await page.unroute('**/attachments')
    press = dialog.getByRole('button', { name: 'Try again' })
  }
  await press.click()
  await expect(dialog).toBeHidden()
  await expect(files(page)).toContainText('From the notary')
  await expect(files(page)).toContainText('Other')
})
