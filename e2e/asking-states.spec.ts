import { expect, type Page } from '@playwright/test'
import { ADMIN, giveCredentials, insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const asked = (page: Page) => page.getByRole('alertdialog')

test('shows questions before deletions at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await insertClients(app, 12)
  await signIn(page, app, '/user-management?limit=10')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await expect(asked(page)).toBeVisible()
  await look(page, 'users-asking')
  await page.goto(`${app.url}/user-management/1`)
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expect(asked(page)).toBeVisible()
  await look(page, 'client-asking')

  const form = new FormData()
  form.set('description', 'The deed, as it was signed')
  form.set('file', new File(['text'], 'deed.txt'))
  await app.as('POST', '/api/admin/users/1/attachments', form)
  await page.goto(`${app.url}/user-management/1?tab=files`)
  await page.getByRole('button', { name: 'Delete deed.txt' }).click()
  await expect(asked(page)).toBeVisible()
  await look(page, 'file-asking')
  await page.goto(`${app.url}/user-management/1?tab=history`)
  await page
    .getByRole('button', { name: /^Delete the change/ })
    .first()
    .click()
  await expect(asked(page)).toBeVisible()
  await look(page, 'change-asking')
  await asked(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await asked(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No change history available.')).toBeVisible()
  await look(page, 'history-empty')
})

test('shows a running and a failed export at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 1)
  await signIn(page, app)
  await page.getByRole('button', { name: 'Export Data' }).click()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/export**', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, body: '{"message":"The disk of the server is full."}' })
  })
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expect(page.getByText('Exporting...')).toBeVisible()
  await look(page, 'export-busy')
  answer.resolve()
  await expect(toast(page, 'Export Failed')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Export failed.' })).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'export-failed')
})

test('shows the ways to sign in at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await look(page, 'login-refused')
  await page.route('**/api/auth/login', () => {})
  await giveCredentials(page)
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  await look(page, 'login-waiting')
  await page.unrouteAll()
  await page.reload()
  await giveCredentials(page, ADMIN)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('attest.token', 'ended'))
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await look(page, 'login-expired')
})

test('shows a list of a million clients at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 12)
  await signIn(page, app, '/healthz')
  const total = 1_234_567
  await page.route('**/api/admin/stats', async (route) => {
    const response = await route.fetch()
    const stats = { totalUsers: total, confirmed: 834_567, updated: 300_000, pending: 100_000 }
    const more = { confirmationRate: 68, todayUpdates: 12_345, growthSinceLastImport: 12_345 }
    await route.fulfill({ response, json: { ...(await response.json()), ...stats, ...more } })
  })
  await page.route('**/api/admin/users?**', async (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('page', '1')
    const response = await route.fetch({ url: address.href })
    await route.fulfill({ response, json: { ...(await response.json()), total } })
  })
  await page.goto(`${app.url}/dashboard?limit=10`)
  await expect(page.getByText('of 1,234,567 results')).toBeVisible()
  await look(page, 'dashboard-huge')
  await page.goto(`${app.url}/user-management?page=123400&limit=10`)
  await expect(page.getByText('Showing 1,233,991 to 1,234,000 of 1,234,567 results')).toBeVisible()
  await look(page, 'users-huge')
})
