import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { drop, linkIn, openUsers, signIn, test } from './app.ts'

const HEAD = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const row = (n: number) =>
  `X${n},Ann,Lee,ann${n}@example.com,617-555-0100,${n} Main St,Boston,MA,02134\n`
const csv = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Import Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  return { dialog, input: dialog.locator('input[type=file]') }
}

test('explains an unusable file until another is chosen', {
  tag: '@phone',
}, async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input } = await openDialog(page)
  const send = dialog.getByRole('button', { name: 'Import & Send Emails to All Users' })
  await expect(send).toBeDisabled()
  await input.setInputFiles(csv('list.pdf', 'x'))
  await expect(page.getByText('Invalid file type').first()).toBeVisible()
  await expect(dialog.getByText('Please select a CSV or Excel file.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toBeVisible()
  await input.setInputFiles(csv('big.csv', Buffer.alloc(10.5 * 1024 * 1024, 'a')))
  await expect(dialog.getByText('The file has 10.50 MB')).toBeVisible()
  await input.setInputFiles(csv('columns.csv', 'a,b\n1,2\n'))
  await send.press('Enter')
  await expect(dialog.getByText('Needed are Client number')).toBeVisible()
  await expect(send).toBeFocused()

  const file = path.join(await mkdtemp(path.join(tmpdir(), 'attest-e2e-')), 'list.csv')
  await writeFile(file, 'a,b\n')
  await input.setInputFiles(file)
  await writeFile(file, HEAD + row(1))
  await send.click()
  await expect(dialog.getByText('Please choose it again.')).toBeVisible()
  await input.setInputFiles(file)
  await send.click()
  await expect(
    dialog.getByText('1 email written to the outbox, since no mail server is set (SMTP_URL).'),
  ).toBeVisible()
})

test('leads from an import to its mailing', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input } = await openDialog(page)
  await input.setInputFiles(csv('list.csv', HEAD + row(1) + row(2)))
  await dialog.getByRole('button', { name: 'Import only' }).click()
  await expect(dialog.getByText('No emails were sent.')).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const again = await openDialog(page)
  await again.input.setInputFiles(csv('list.csv', HEAD + row(1) + row(2)))
  await again.dialog.getByRole('button', { name: 'Import & Send Emails to All Users' }).click()
  await expect(
    again.dialog.getByText(
      '2 emails written to the outbox, since no mail server is set (SMTP_URL).',
    ),
  ).toBeVisible()
  await again.dialog.getByRole('link', { name: 'Show All Emails' }).click()
  await expect(again.dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /ann2@example.com/ })).toBeVisible()
})

test('keeps a client’s answer over an older file', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const list = csv('list.csv', HEAD + row(1))
  const { dialog, input } = await openDialog(page)
  await input.setInputFiles(list)
  await dialog.getByRole('button', { name: 'Import & Send Emails to All Users' }).click()
  await expect(
    dialog.getByText('1 email written to the outbox, since no mail server is set (SMTP_URL).'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const link = `/api${linkIn((await app.outbox())[0]!)}`
  const shown = (await (await app.call('GET', link)).json()) as object
  await app.call('POST', link, { ...shown, city: 'Salem', action: 'update' })

  const again = await openDialog(page)
  await again.input.setInputFiles(list)
  await again.dialog.getByRole('button', { name: 'Import only' }).click()
  await expect(again.dialog.getByText(/^The file has older details of 1 client/)).toBeVisible()
  await again.dialog.getByRole('button', { name: 'Done' }).click()
  await openUsers(page)
  await page.getByRole('row', { name: /ann1@example.com/ }).click()
  await expect(page.getByText('Salem', { exact: true })).toBeVisible()
})

test('lists what it left out, and the next import starts empty', async ({ page, app }) => {
  const bad = 'X2,,Lee,bad,1,2 Main,Boston,Mars,1'
  await signIn(page, app, '/user-management')
  const { dialog, input } = await openDialog(page)
  const mixed = `${HEAD.trim()},Phone Ext,Home Address\n${row(1).trim()},12,2 Elm\n${bad},,\n`
  await input.setInputFiles(csv('mixed.csv', mixed))
  await dialog.getByRole('button', { name: 'Import only' }).click()
  await expect(dialog.getByRole('row', { name: /^3 X2 First name is required/ })).toBeVisible()
  await expect(
    dialog.getByText('Not read from this file: the columns “Phone Ext”, “Home Address”.'),
  ).toBeVisible()
  await expect(page.getByText('1 client imported, 1 not imported.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()

  await openDialog(page)
  await expect(dialog.getByText('Drag and drop a file here')).toBeVisible()
  // Beside its place: the browser must not open it.
  await drop(page, dialog.getByRole('heading', { name: 'Import User Data' }), [
    { name: 'list.csv', text: `${HEAD}${bad}\n` },
  ])
  await expect(dialog.getByText('list.csv')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import & Send Emails to All Users' }).click()
  await expect(dialog.getByText('No emails were sent.')).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expect(page.getByText('0 clients imported, 1 not imported.').first()).toBeVisible()
})

test('continues an import after the server was killed', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input } = await openDialog(page)
  const rows = Array.from({ length: 10_000 }, (_, n) => row(n))
  await input.setInputFiles(csv('long.csv', HEAD + rows.join('')))
  await dialog.getByRole('button', { name: 'Import only' }).click()
  await expect(dialog.getByText('Connected')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  // Rows are read before the first one is saved.
  await expect(dialog.getByText(/Importing\.\.\. \([1-9]/)).toBeVisible()
  await app.kill()
  await expect(
    dialog.getByText('Lost connection to server. Progress updates may not be available.'),
  ).toBeVisible()
  // Once the lease of the dead process has expired.
  await app.startAgain({ ahead: 60_000 })
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Import Completed').first()).toBeVisible()
  const stats = (await (await app.as('GET', '/api/admin/stats')).json()) as object
  expect(stats).toMatchObject({ totalUsers: 10_000 })
})
