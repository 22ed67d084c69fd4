import { readFile } from 'node:fs/promises'
import { expect, type Route } from '@playwright/test'
import { insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const refuse = (route: Route) =>
  route.fulfill({ status: 500, body: '{"message":"The disk of the server is full."}' })

test('shows waiting and empty dialogs at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  await expect(page.getByText('No client matches: there is nothing to send.')).toBeVisible()
  await look(page, 'bulk-nobody')
  await insertClients(app, 12)
  const dialog = page.getByRole('dialog')
  const client = /\/api\/admin\/users\/\d+$/
  const view = page.getByRole('button', { name: /^View Changes/ }).first()
  const answer = Promise.withResolvers<void>()
  await page.route(client, async (route) => {
    await answer.promise
    await refuse(route)
  })
  await page.goto(`${app.url}/dashboard?limit=10`)
  await view.click()
  await expect(dialog.getByRole('heading', { name: 'User Details' })).toBeVisible()
  await look(page, 'details-loading')
  answer.resolve()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await look(page, 'details-failed')
})

test('shows uploads and previews at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 12)
  const buffer = await readFile(new URL('../docs/images/dashboard.png', import.meta.url))
  await signIn(page, app, '/user-management/1?tab=files')
  await page.getByRole('button', { name: 'Upload First File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await expect(dialog).toBeVisible()
  await look(page, 'upload-empty')
  const files = ['The deed, signed.png', 'The deed, as it was drawn up first.png']
  await dialog
    .locator('input[type=file]')
    .setInputFiles(files.map((name) => ({ name, mimeType: 'image/png', buffer })))
  const answer = Promise.withResolvers<void>()
  await page.route('**/attachments', async (route) => {
    await answer.promise
    await refuse(route)
  })
  await dialog.getByRole('button', { name: 'Upload 2 Files' }).click()
  await expect(dialog.getByRole('progressbar').first()).toBeVisible()
  await look(page, 'upload-sending')
  answer.resolve()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(2)
  await look(page, 'upload-failed')
  await page.unroute('**/attachments')
  await dialog.getByRole('button', { name: 'Try again' }).first().click()
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible()
  await look(page, 'upload-half-done')

  await page.route('**/attachments/*/**', (route) => route.abort())
  await page.goto(`${app.url}/user-management/1?tab=files`)
  await page.getByRole('button', { name: /^View/ }).click()
  await expect(page.getByText('This image cannot be shown here.')).toBeVisible()
  await look(page, 'image-failed')
  await page.getByRole('button', { name: 'Download' }).last().click()
  await expect(toast(page, 'Failed to download file')).toBeVisible()
})
