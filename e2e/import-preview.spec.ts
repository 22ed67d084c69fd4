import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { addClient, drop, linkIn, openUsers, signIn, test, toast } from './app.ts'
import { csv, importDialog, line, lines, openImport } from './import-dialog.ts'
import { look } from './look.ts'

const HEADERS = 'Nr,Given name,Surname,Email,Phone,Address,City,State,Zip,Matter\n'
const UNKNOWN = [
  '1001,Esperanza,Ortiz,esperanza@gmial.com,617-555-0100,12 Beacon Street,Boston,MA,02134,Trust',
  '1014,Jürgen,Abernathy,j.abernathy@,(617) 555-0188,31 Quincy Street,Boston,MA,02108,Will',
  '1087,Leonora,Quist,leonora.quist@example.com,(401) 555-0162,5 Hope Street,Providence,Rhode Iland,02906,Will',
  '1301,Niamh,Gallagher,niamh@example.com,,9 Merrion Square,Boston,MA,02108,Trust',
].join('\n')

test('matches, repairs and imports an unknown list', { tag: '@journey' }, async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, tab, row, only, email, done } = await openImport(page)
  await expect(dialog.getByText('Drag and drop a file here')).toBeVisible()
  await drop(page, dialog.getByRole('heading', { name: 'Import User Data' }), [
    { name: 'clients-2026.csv', text: HEADERS + UNKNOWN },
  ])
  await expect(dialog.getByText('1 column has no field yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ignore Matter' }).click()
  await expect(dialog.getByText('Every column has a field.')).toBeVisible()
  await expect(email).toHaveText('Import & Email 2 Clients')
  await expect(dialog).toContainText('Sends the letter General Clients and starts the round')
  await expect(dialog).toContainText('2 rows are left out.')

  await tab('Not Imported').click()
  await dialog.getByRole('textbox', { name: 'Email, row 3' }).fill('j.abernathy@example.com')
  await dialog.getByRole('textbox', { name: 'Email, row 3' }).press('Enter')
  await expect(email).toHaveText('Import & Email 3 Clients')
  await expect(row(3)).toContainText('New')
  await tab('Suggestions').click()
  await dialog.getByRole('button', { name: 'Accept 1 for State' }).click()
  await expect(only).toHaveText('Import Only (4)')
  await dialog.getByRole('button', { name: 'Accept 1 for Email' }).click()
  await expect(tab('Suggestions')).toHaveText('Suggestions 0')
  await tab('Incomplete').click()
  await expect(row(5)).toContainText('Ask the client')

  await email.click()
  await expect(dialog.getByText('4 emails kept in the outbox')).toBeVisible()
  await done.click()
  await expect(page.getByText('Showing 1 to 4 of 4 results')).toBeVisible()
  // The next list with these headers is matched already.
  const next = await openImport(page)
  await next.input.setInputFiles(csv(UNKNOWN, { headers: HEADERS }))
  await expect(next.dialog.getByText('All 10 columns matched')).toBeVisible()
  await expect(input).toHaveCount(0)
})

test('shows old and new values, clients’ corrections and known persons', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, tab, row, email, only } = await openImport(page)
  await input.setInputFiles(csv(line(1) + line(2)))
  await email.click()
  await expect(dialog.getByText('2 emails kept in the outbox')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const mails = await app.outbox()
  const link = `/api${linkIn(mails.find(({ to }) => to?.[0]?.address === 'ann1@example.com')!)}`
  const shown = (await (await app.call('GET', link)).json()) as object
  await app.call('POST', link, { ...shown, city: 'Salem', action: 'update' })

  await openImport(page)
  const moved = line(2).replace('2 Main St', '20 Elm St')
  await input.setInputFiles(csv(line(1) + moved + line(2).replace('X2', 'Y9')))
  await tab('Changed').click()
  await expect(row(3)).toContainText('Before: 2 Main St')
  await expect(row(3)).toContainText('20 Elm St')
  await tab('Unchanged').click()
  await expect(row(2)).toContainText('Salem')
  await expect(row(2)).toContainText('Client’s own')
  await tab('Likely the Same Person').click()
  await expect(dialog.getByRole('row', { name: /^On file/ })).toContainText('X2')
  await look(page, 'import-preview-person')
  await expect(only).toHaveText('Import Only (2)')
  await dialog.getByRole('button', { name: 'New Client' }).click()
  await expect(only).toHaveText('Import Only (3)')
  await dialog.getByRole('button', { name: 'Decide Again' }).click()
  await dialog.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(only).toHaveText('Import Only (2)')
})

test('keeps the preview, and then its import, over a reload', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, row, only, tab } = await openImport(page)
  await input.setInputFiles(csv(lines(3) + line(4).replace('02134', '1')))
  await tab('Not Imported').click()
  await dialog.getByRole('textbox', { name: 'Zip Code, row 5' }).fill('02134')
  await dialog.getByRole('textbox', { name: 'Zip Code, row 5' }).press('Enter')
  await expect(row(5)).toContainText('New')
  await page.reload()
  await expect(only).toHaveText('Import Only (4)')
  // Holds the outcome of the import from the page.
  await page.route('**/api/admin/imports/*-*', () => {})
  await only.click()
  await expect(dialog.getByText('Connected')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('find it under Imports')).toBeVisible()
  await page.unroute('**/api/admin/imports/*-*')
  await page.reload()
  await openUsers(page)
  await expect(page.getByText('Showing 1 to 4 of 4 results')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('checks rows again after a change or a correction', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only, done, tab } = await openImport(page)
  await input.setInputFiles(csv(line(1)))
  await only.click()
  await done.click()
  await openImport(page)
  await input.setInputFiles(csv(line(1).replace('Boston', 'Salem')))
  await expect(tab('Changed')).toBeVisible()
  await app.as('PUT', '/api/admin/users/1', { city: 'Salem' })
  await only.click()
  await expect(dialog.getByRole('alert')).toContainText('have changed since you looked at it')
  await expect(tab('Unchanged')).toBeVisible()
  await only.click()
  await expect(dialog.getByText('Unchanged')).toBeVisible()
  await expect(done).toBeVisible()

  await test.step('downloads the rejected rows, and that file imports once corrected', async () => {
    await done.click()
    await openImport(page)
    const bad = line(3).replace('02134', '1')
    await input.setInputFiles(csv(line(2) + bad))
    await tab('Not Imported').click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download Rows' }).click()
    const rows = await readFile(await (await download).path(), 'utf8')
    await only.click()
    await done.click()
    const next = await openImport(page)
    await next.input.setInputFiles(csv(rows.replace(',MA,1,', ',MA,02134,'), { headers: '' }))
    await expect(next.only).toHaveText('Import Only (1)')
  })
})

test('emails the clients of an import afterwards', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only } = await openImport(page)
  await input.setInputFiles(csv(lines(2)))
  await only.click()
  await dialog.getByRole('button', { name: 'Email Them Now' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 2 emails to 2 clients?' })
  await question.getByRole('button', { name: 'Send Emails' }).click()
  await expect(dialog.getByText('The emails are being sent.')).toBeVisible()
  await expect.poll(async () => (await app.outbox()).length).toBe(2)
})

test('shows a file without a list, and says what to choose', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only } = await openImport(page)
  await input.setInputFiles(csv('a,b\n1,2\n', { headers: '' }))
  await expect(dialog.getByText('No row of list.csv can be read yet.')).toBeVisible()
  await expect(only).toBeDisabled()
  await look(page, 'import-preview-unknown')
  await page.evaluate(() => sessionStorage.clear())
  await app.sql('delete from import_previews')
  await dialog.getByLabel('Headers in row').selectOption('2')
  await expect(dialog.getByRole('alert')).toContainText('This preview has ended.')
  await dialog.getByRole('button', { name: 'Choose Another File' }).click()
  await expect(importDialog(page).dialog.getByText('Drag and drop a file here')).toBeVisible()
})

test('saves one detail of an incomplete client', async ({ page, app }) => {
  await addClient(app, 1)
  await app.sql("update clients set email = '', mail_to = '', phone_number = ''")
  await signIn(page, app, '/user-management?incomplete=yes')
  await expect(page.getByRole('row', { name: /Ana/ })).toContainText('No email')
  await page.getByRole('row', { name: /Ana/ }).click()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
  await page.getByLabel('Email', { exact: true }).fill('ana@')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
})
