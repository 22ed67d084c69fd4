import { expect } from '@playwright/test'
import { insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

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
  await page.getByRole('button', { name: 'Corrections Since…' }).click()
  await expect(page.getByRole('dialog', { name: 'Corrections Since…' })).toBeVisible()
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
