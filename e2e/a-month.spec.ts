import { expect } from '@playwright/test'
import { signIn, toast } from './app.ts'
import { csv, openImport } from './import-dialog.ts'
import { test } from './mail-server.ts'

const HEADERS =
  'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip,Attorney,Matter\n'
const row = (n: number, name: string, email: string, matter: string) =>
  `X${n},Ann,${name},${email},617-555-0100,${n} Main St,Boston,MA,02134,admin@example.com,${matter}\n`
const SHEET = [
  row(1, 'Adams', 'ann1@example.com', 'Trust'),
  row(2, 'Adams-Lee', 'ann2@example.com', 'Trust'),
  row(3, 'Baker', 'gone3@example.com', 'Trust'),
  row(4, 'Cole', 'ann4@example.com', 'Will'),
  row(5, 'Dunn', 'ann5@example.com', 'Will'),
].join('')

/** A firm's month: own columns, a view and its planned round, calls by person, a merge, the trash. */
test('walks through a month of an office', async ({ page, app }) => {
  // The server looks for planned rounds three times a minute.
  test.setTimeout(90_000)
  await signIn(page, app, '/user-management')
  const { dialog, input, only, done } = await openImport(page)
  await input.setInputFiles(csv(SHEET, { headers: HEADERS }))
  for (const name of ['Attorney', 'Matter'])
    await dialog.getByRole('button', { name: `Keep as a Column of Your Own: ${name}` }).click()
  await only.click()
  await done.click()

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Matter', { exact: true }).selectOption('Trust')
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await page.getByRole('button', { name: 'Save as View' }).click()
  await page.getByLabel('Name').fill('Trusts')
  await page.getByRole('button', { name: 'Save View' }).click()
  await expect(page.getByRole('list', { name: 'Views of clients' })).toContainText('Trusts')

  await page.goto(`${app.url}/rounds`)
  await page.getByRole('button', { name: 'Start Round' }).click()
  const plan = page.getByRole('dialog', { name: 'Start Round' })
  await plan.getByLabel('First letters to').selectOption('View: Trusts')
  await plan.getByText('Later', { exact: true }).click()
  await plan.getByRole('button', { name: 'Plan Round' }).click()
  await expect(toast(page, 'Round planned')).toBeVisible()
  // Makes the planned hour come.
  await app.sql("update rounds set started_at = now() - interval '1 second'")
  const coverage = page.getByRole('region', { name: 'Coverage' })
  await expect(coverage).toContainText('Email failed 1', { timeout: 40_000 })
  await expect(coverage).toContainText('No answer yet 2')

  await page.getByRole('link', { name: 'Call 1 Client' }).click()
  await page.getByLabel('Attorney', { exact: true }).selectOption('Mine')
  await expect(page.getByRole('heading', { name: 'Ann Baker' })).toBeVisible()
  const saved = page.waitForResponse(/rounds\/1\/calls$/)
  await page.getByRole('button', { name: /Left a Message/ }).click()
  await saved
  await page.goto(`${app.url}/user-management/3`)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Left a message')

  await page.goto(`${app.url}/user-management?search=Adams`)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()

  await page.goto(`${app.url}/user-management/4`)
  await page.getByRole('button', { name: 'Delete User' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore Ann Cole' }).click()
  await expect(toast(page, '1 client restored')).toBeVisible()
  await page.goto(`${app.url}/user-management/4`)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Restored')
})
