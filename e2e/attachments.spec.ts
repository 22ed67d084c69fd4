import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type App, showsToast, signIn, test } from './app.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from(`%PDF-1.4\n${'% a line of a deed\n'.repeat(200)}%%EOF\n`)
const FILES = [
  { name: 'seal.png', mimeType: 'image/png', buffer: PNG },
  { name: 'Deed of gift (2026).pdf', mimeType: 'application/pdf', buffer: PDF },
]

const CLIENT = {
  first_name: 'Esperanza',
  last_name: 'O’Brien',
  email: 'esperanza@example.com',
  phone_number: '(617) 555-0101',
  client_number: '1001',
  address: '12 Beacon Street',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
}

/** Opens a tab of a new client's page by its address. */
async function openTab(page: Page, app: App, tab: string): Promise<string> {
  const answer = await app.as('POST', '/api/admin/users', CLIENT)
  const { id } = (await answer.json()) as { id: number }
  await signIn(page, app, `/user-management/${id}?tab=${tab}`)
  return `/api/admin/users/${id}`
}

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(name)
  return readFile(await download.path())
}

test('attaches, shows, downloads and deletes files, with their history', async ({ page, app }) => {
  await openTab(page, app, 'files')
  await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload First File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await showsToast(page, 'Please select a file to upload', 'failure')

  await dialog.locator('input[type=file]').setInputFiles(FILES)
  const [png, pdf] = FILES.map(({ name }) => dialog.getByRole('group', { name }))
  await expect(png!.getByLabel('Category')).toHaveValue('image')
  await expect(pdf!.getByLabel('Category')).toHaveValue('document')
  await pdf!.getByLabel('Category').selectOption('Other')
  await pdf!.getByLabel('Description').fill('Signed by both')
  await dialog.getByRole('button', { name: 'Upload 2 Files' }).click()
  await expect(page.getByText('File uploaded successfully', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add File' })).toBeFocused()

  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const deed = rows.filter({ hasText: FILES[1]!.name })
  await expect(deed).toContainText('3.73 KB · Other')
  await expect(deed).toContainText('Signed by both')
  await expect(deed.getByRole('button', { name: /^View/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'View seal.png' }).click()
  const preview = page.getByRole('dialog', { name: 'Image Preview' })
  await expect(preview).toContainText(`${PNG.length} Bytes`)
  await expect(preview).toContainText('admin@example.com')
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1)
  await preview.getByRole('button', { name: 'Close' }).click()

  for (const { name, buffer } of FILES) {
    expect(buffer.equals(await downloaded(page, name))).toBe(true)
  }
  await expect(page.getByText('Download started', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete seal.png' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByText('File deleted', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  // Only the keyboard shows a focus ring.
  await expect(page.locator(':focus-visible')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator(':focus-visible')).toHaveText('Files & Attachments')
  await page.keyboard.press('ArrowRight')
  const events = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(events.first()).toContainText('File Deleted')
  await expect(events.first()).toContainText(`${PNG.length} Bytes`)
  await expect(events.filter({ hasText: 'File Uploaded' })).toHaveCount(2)
})

test('explains why a file is rejected', async ({ page, app }) => {
  await openTab(page, app, 'files')
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const chosen = dialog.getByRole('listitem')
  await choose(dialog, 'setup.exe', Buffer.from('MZ'))
  await showsToast(page, 'Invalid file type Please select a supported file type', 'failure')
  await expect(chosen).toContainText('Please select a supported file type')
  await dialog.getByRole('button', { name: 'Remove setup.exe' }).click()
  const large = path.join(await mkdtemp(path.join(tmpdir(), 'attest-e2e-')), 'large.pdf')
  await writeFile(large, '')
  await truncate(large, 50 * 1024 * 1024 + 1)
  await dialog.locator('input[type=file]').setInputFiles(large)
  await showsToast(page, 'File too large File size must be less than 50MB', 'failure')
  await dialog.getByRole('button', { name: 'Remove large.pdf' }).click()
  await expect(chosen).toHaveCount(0)

  // The file's name claims a PDF, so only the server can notice.
  await choose(dialog, 'setup.pdf', Buffer.from('MZ\0\0'))
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(page.getByText('Upload failed', { exact: true })).toBeVisible()
  await expect(chosen).toContainText('The content of this file is not what its name says.')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Remove setup.pdf' }).click()
})

const choose = (dialog: Locator, name: string, buffer: Buffer) =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

test('loads expired images by new addresses and reports a broken one', async ({ page, app }) => {
  const images = {
    'seal.png': PNG,
    // Too large for thumbnails, so no part of them is cached.
    'large.png': Buffer.concat([PNG, Buffer.alloc(1.1 * 1024 * 1024)]),
    'torn.png': Buffer.concat([PNG.subarray(0, 40), Buffer.alloc(1.1 * 1024 * 1024)]),
  }
  const client = await openTab(page, app, 'details')
  for (const [name, content] of Object.entries(images)) {
    const form = new FormData()
    form.set('file', new File([content], name))
    await app.as('POST', `${client}/attachments`, form)
  }
  await page.route('**/download?*', (route) => route.abort())
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.locator('img')).toHaveCount(0)
  await page.unroute('**/download?*')
  await app.kill()
  await app.startAgain({ ahead: 61 * 60_000 })
  const answers: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/2/download')) answers.push(answer.status())
  })
  await page.getByRole('button', { name: 'View large.png' }).click()
  const preview = page.getByRole('dialog', { name: 'Image Preview' })
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1)
  expect(answers).toEqual([401, 200])
  await preview.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'View torn.png' }).click()
  await expect(preview.getByRole('alert')).toHaveText(
    'This image cannot be shown here. Download it to see it.',
  )
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Delete torn.png' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.locator('img')).toHaveJSProperty('naturalWidth', 1)
})
