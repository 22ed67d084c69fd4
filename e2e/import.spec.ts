import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { drop, linkIn, openUsers, signIn, test } from './app.ts'
import { csv, line, openImport } from './import-dialog.ts'

test('explains an unusable file until another is chosen', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only } = await openImport(page)
  await input.setInputFiles(csv('x', { name: 'list.pdf' }))
  await expect(page.getByText('Invalid file type').first()).toBeVisible()
  await expect(dialog.getByText('Please select a CSV or Excel file.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toBeVisible()
  const big = { ...csv(''), name: 'big.csv', buffer: Buffer.alloc(10.5 * 1024 * 1024, 'a') }
  await input.setInputFiles(big)
  await expect(dialog.getByText('The file has 10.50 MB')).toBeVisible()
  await input.setInputFiles({ ...csv(''), name: 'empty.csv', buffer: Buffer.from('') })
  await expect(dialog.getByText('empty.csv')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeVisible()

  const file = path.join(await mkdtemp(path.join(tmpdir(), 'attest-e2e-')), 'list.csv')
  await writeFile(file, 'a,b\n')
  const reads = page.waitForRequest('**/imports/preview')
  await page.route('**/imports/preview', (route) => route.abort(), { times: 1 })
  await input.setInputFiles(file)
  await reads
  await writeFile(file, csv(line(1)).buffer)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText('Please choose it again.')).toBeVisible()
  await input.setInputFiles(file)
  await expect(only).toHaveText('Import Only (1)')
})

test('leads to the emails, and keeps an answer over an older file', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only, email, done } = await openImport(page)
  await input.setInputFiles(csv(line(1)))
  await email.click()
  await expect(
    dialog.getByText('1 email kept in the outbox: no email leaves this server yet.'),
  ).toBeVisible()
  await dialog.getByRole('link', { name: 'Show All Emails' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /ann1@example.com/ })).toBeVisible()
  const link = `/api${linkIn((await app.outbox())[0]!)}`
  const shown = (await (await app.call('GET', link)).json()) as object
  await app.call('POST', link, { ...shown, city: 'Salem', action: 'update' })

  await openImport(page)
  await input.setInputFiles(csv(line(1)))
  await expect(dialog.getByText('imported this file on')).toBeVisible()
  await only.click()
  await expect(dialog.getByText(/^The file has details that 1 client has replaced/)).toBeVisible()
  await expect(dialog.getByText('No emails were sent.')).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await done.click()
  await openUsers(page)
  await page.getByRole('row', { name: /ann1@example.com/ }).click()
  await expect(page.getByRole('definition').filter({ hasText: /^Salem$/ })).toBeVisible()
})

test('lists rejected rows, and starts the next import empty', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only, email, done } = await openImport(page)
  const bad = 'X2,,Lee,bad,1,2 Main,Boston,Mars,1\n'
  const headers = `${csv('').buffer.toString().trim()},Phone Ext,Home Address\n`
  await input.setInputFiles(csv(`${line(1).trim()},12,2 Elm\n${bad.trim()},,\n`, { headers }))
  await only.click()
  await expect(dialog.getByRole('row', { name: /^3 X2 First name is required/ })).toBeVisible()
  await expect(
    dialog.getByText('Not read from this file: the columns “Phone Ext”, “Home Address”.'),
  ).toBeVisible()
  await expect(page.getByText('1 client imported, 1 not imported.').first()).toBeVisible()
  await done.click()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()

  await openImport(page)
  await expect(dialog.getByText('Drag and drop a file here')).toBeVisible()
  // Dropped beside the zone: the browser must not open the file.
  await drop(page, dialog.getByRole('heading', { name: 'Import User Data' }), [
    { name: 'list.csv', text: csv(bad).buffer.toString() },
  ])
  await expect(only).toHaveText('Import Only (0)')
  await expect(only).toBeDisabled()
  await expect(email).toBeDisabled()
})
