import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { signIn, test } from './app.ts'
import { look } from './look.ts'

test('shows three steps and a sample sheet to an empty firm', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app)
  const steps = page.getByRole('list', { name: 'First steps' })
  await expect(steps.getByRole('heading')).toHaveText([
    'Name your firm',
    'Set up email',
    'Import your clients',
  ])
  await expect(page.getByText('Total Users')).toHaveCount(0)
  await look(page, 'dashboard-first-steps')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a Sample Sheet' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('sample-clients.csv')
  await page.getByRole('button', { name: 'Import New File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  const buffer = await readFile(await file.path())
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'sample-clients.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: /^Import Only/ }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(steps).toHaveCount(0)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
})
