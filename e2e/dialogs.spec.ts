import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { type App, drop, signIn, test } from './app.ts'
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
