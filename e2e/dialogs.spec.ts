import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  type App,
  drop,
  fixture,
  insertClients,
  openUsers,
  SEND_EMAILS,
  signIn,
  test,
} from './app.ts'
import { look } from './look.ts'

const LONG = 'Maximiliana-Alexandrovna '.repeat(8).trim()
const PEOPLE = [
  { first_name: LONG, last_name: 'von und zu '.repeat(18).trim() },
  { first_name: 'عبد الرحمن', last_name: 'بن عبد العزيز' },
]

/** Adds clients whose names strain a layout. Returns the ids. */
async function addHardNames(app: App): Promise<number[]> {
  const ids: number[] = []
  for (const [n, name] of PEOPLE.entries()) {
    const answer = await app.as('POST', '/api/admin/users', {
      ...name,
      email: `${'name.of.mine.'.repeat(4)}${n}@${'sub.'.repeat(10)}example.com`,
      phone_number: '(617) 555-0101',
      client_number: `HARD-${n}-${'0'.repeat(40)}`,
      address: LONG,
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      state: 'MA',
      zip_code: '02134',
    })
    ids.push(((await answer.json()) as { id: number }).id)
  }
  return ids
}

const png = async () => {
  const image = await readFile(new URL('../docs/images/dashboard.png', import.meta.url))
  return { name: `${'seal of the county '.repeat(9)}.png`, mimeType: 'image/png', buffer: image }
}

test('shows long names, files and history at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  const [long, rtl] = await addHardNames(app)
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await look(page, 'users-hard-names')
  await page.goto(`${app.url}/user-management/${rtl}?tab=files`)
  await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
  await look(page, 'files-empty')

  await page.goto(`${app.url}/user-management/${long}?tab=files`)
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await drop(page, dialog, [
    { name: 'Deed of gift.csv', text: 'a;b\n1;2' },
    { name: 'setup.exe', text: 'MZ' },
  ])
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByText('Please select a supported file type')).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(await png())
  await look(page, 'upload')
  await dialog.getByRole('button', { name: 'Remove setup.exe' }).click()
  await dialog.getByRole('button', { name: 'Upload 2 Files' }).click()
  await expect(dialog).toBeHidden()
  await look(page, 'files')
  await page.getByRole('button', { name: /^View/ }).click()
  await expect(page.getByRole('img', { name: /^seal/ })).not.toHaveJSProperty('naturalWidth', 0)
  await look(page, 'image-preview')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'File Uploaded' })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByRole('button', { name: 'Delete Selected (3)' }).click()
  await look(page, 'history-asking')
})

test('shows the editors at both widths, light and dark', { tag: ['@pictures', '@slow'] }, async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await insertClients(app, 3)
  await addHardNames(app)
  await app.as('PUT', '/api/admin/users/1', { city: 'Salem' })
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Address').fill('12 Beacon Street')
  await app.as('PUT', '/api/admin/users/1', { city: 'Worcester' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone changed this record while you edited it.')).toBeVisible()
  await look(page, 'editor-conflict')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, 'leaving')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page
    .getByRole('button', { name: /^View Changes/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Last change')).toBeVisible()
  await look(page, 'details')
  await details.getByRole('button', { name: 'Edit' }).click()
  await expect(details.getByRole('button', { name: 'Save' })).toBeVisible()
  await look(page, 'edit-dialog')
  await page.keyboard.press('Escape')
  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Validation Error', { exact: true }).first()).toBeVisible()
  await look(page, 'create-refused')
})

test('shows bulk actions at both widths, light and dark', { tag: ['@pictures', '@slow'] }, async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await insertClients(app, 1)
  await signIn(page, app)
  await page.getByRole('button', { name: 'Export Data' }).click()
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
  await look(page, 'export')
  await page.getByRole('button', { name: 'Corrections Since…' }).click()
  await expect(page.getByRole('dialog', { name: 'Corrections Since…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  await expect(dialog.getByText('Drag and drop a file here')).toBeVisible()
  await look(page, 'import')
  const sheet = await readFile(fixture('clients-500.csv'), 'utf8')
  await drop(page, dialog.getByText('Drag and drop a file here'), [
    { name: 'clients.csv', text: `${sheet}X1,,,bad\n` },
  ])
  await dialog.getByRole('button', { name: /^Import Only/ }).click()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  await look(page, 'import-result')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await openUsers(page)
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  await expect(page.getByRole('dialog').getByText('500').first()).toBeVisible()
  await page.route('**/api/admin/mailings/*', () => {})
  await page.getByRole('button', { name: SEND_EMAILS }).click()
  await expect(page.getByText(/^Sending bulk emails/)).toBeVisible()
  await look(page, 'bulk-sending')
})
