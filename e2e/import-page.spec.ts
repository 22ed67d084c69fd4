import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type App, importText, notification, signIn, test } from './app.ts'
import { look } from './look.ts'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const row = (n: number, first = 'Ann', email = `x${n}@example.com`) =>
  `X${n},${first},Lee,${email},617-555-0100,${n} Main St,Boston,MA,02134\n`

/** Imports two lists. The second changes two clients, adds two, and has one rejected row. */
async function importTwice(app: App) {
  await importText(app, 'first.csv', HEADERS + row(1) + row(2))
  const text = HEADERS + row(1, 'Amy') + row(2, 'Bea') + row(3) + row(4) + row(5, 'Ann', 'nobody')
  await importText(app, 'clients-second.csv', text)
}

async function openSecond(page: Page) {
  await page.getByRole('link', { name: 'clients-second.csv' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clients-second.csv')
}

test('shows an import with its file and rejected rows', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  await importTwice(app)
  await signIn(page, app, '/imports')
  await openSecond(page)
  const rejected = page.getByRole('region', { name: 'Rows not imported' })
  await expect(rejected.getByRole('row')).toHaveCount(2)
  await look(page, 'import-page')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    rejected.getByRole('button', { name: 'Download Rows' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('clients-second-not-imported.csv')
  const file = page.getByRole('region', { name: 'Imported file' })
  const [original] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await original.path(), 'utf8')).toContain('X5,Ann,Lee,nobody')
  await file.getByRole('button', { name: 'Corrected Sheet' }).click()
  const [corrected] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Only rows with corrections' }).click(),
  ])
  expect(corrected.suggestedFilename()).toBe('clients-second-corrected.csv')
  await file.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete File' }).click()
  await expect(file).toContainText('The file is not kept.')
  await file.getByRole('button', { name: 'Corrections Since…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Corrections Since…' })
  await expect(dialog).toContainText('There was none yet: gives all corrections.')
  await look(page, 'corrections')
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(list.suggestedFilename()).toMatch(/^corrections-\d{4}-\d\d-\d\d\.csv$/)
  await expect(dialog).toHaveCount(0)
  await file.getByRole('button', { name: 'Corrections Since…' }).click()
  await expect(dialog).not.toContainText('none yet')
  await dialog.getByLabel('Day', { exact: true }).focus()
  await expect(dialog.getByRole('button', { name: 'XLSX' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Show Clients' }).click()
  await expect(page.getByText('Showing 1 to 4 of 4 results')).toBeVisible()
  await expect(page.getByText('Import: clients-second.csv')).toBeVisible()
})

test('undoes an import after showing what it removes and keeps', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await importTwice(app)
  const { users } = await (await app.as('GET', '/api/admin/users?sort=client_number')).json()
  await app.as('PUT', `/api/admin/users/${users[1].id}`, { first_name: 'Beatrice' })
  await signIn(page, app, '/imports')
  await openSecond(page)
  await page.getByRole('button', { name: 'Undo Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo Import' })
  await expect(dialog.getByRole('row')).toHaveText([
    /Client/,
    /Ann Lee.*First Name: Amy → Ann|Amy Lee.*First Name: Amy → Ann/,
    /X3.*Remove the client/,
    /X4.*Remove the client/,
  ])
  await expect(dialog).toContainText('Changed since the import1')
  await look(page, 'import-undo')
  await dialog.getByText('Kept', { exact: true }).click()
  await expect(dialog.getByRole('row').nth(1)).toContainText('First Name: Ann → Bea')
  await look(page, 'import-undo-kept')
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(notification(page)).toContainText('Undo started')
  await expect(page.getByText('2 clients removed, 1 client restored, 1 client kept')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo Import' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Kept by the undo' })).toContainText('Bea')
  await look(page, 'import-undone')
  await page.getByRole('link', { name: 'Back to Imports' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'clients-second.csv' })).toContainText(
    'Undone',
  )
})

test('follows a running import after a reload, and cancels it', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const id = '00000000-0000-4000-8000-000000000001'
  await app.sql(`insert into imports (id, file_name, file_hash, admin_email, send, total_rows, done_rows, created, clients_before, created_at, lease_until)
    values ('${id}', 'long.csv', '', 'ada@example.com', true, 2000, 500, 500, 0, now(), now() + interval '1 hour')`)
  await signIn(page, app, '/imports')
  await expect(page.getByText('Importing 25%')).toBeVisible()
  await page.getByRole('link', { name: 'long.csv' }).click()
  await expect(page.getByText('Saving rows: 500 of 2,000')).toBeVisible()
  await look(page, 'import-running')
  await app.sql(`update imports set done_rows = 1000, created = 1000`)
  await expect(page.getByText('Saving rows: 1,000 of 2,000')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Saving rows: 1,000 of 2,000')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Import' }).click()
  await expect(notification(page)).toContainText('Import canceled')
  await expect(page.getByText('canceled this import after 1,000 of 2,000 rows')).toBeVisible()
})
