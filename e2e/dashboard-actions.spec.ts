import { expect, type Page } from '@playwright/test'
import { addClient, insertClients, signIn, test } from './app.ts'

const shows = (page: Page, count: number) =>
  expect(page.getByText(`Showing 1 to ${count} of ${count} results`)).toBeVisible()

test('leads from each status, state and update to its list', async ({ page, app }) => {
  for (const [n, state] of ['MA', 'MA', 'NY', 'RI', 'CT', 'VT', 'NH'].entries()) {
    await addClient(app, n, { state })
  }
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await app.as('POST', '/api/admin/users/2/answers', { via: 'letter', city: 'Salem' })
  await signIn(page, app)
  const statuses = page.getByRole('list', { name: 'Clients of each status' })
  await expect(statuses.getByRole('link', { name: 'Pending 5 71%' })).toBeVisible()
  await statuses.getByRole('link', { name: 'Confirmed 1 14%' }).click()
  await expect(page).toHaveURL(/\/user-management\?status=confirmed$/)
  await shows(page, 1)

  await page.goBack()
  // Clicks the middle of the bar.
  await page.getByRole('region', { name: 'Status', exact: true }).locator('figure > div').click()
  await expect(page).toHaveURL(/\/user-management\?status=pending$/)
  await shows(page, 5)

  await page.goBack()
  const states = page.getByRole('list', { name: 'Clients of each state' })
  await expect(states.getByRole('link')).toHaveCount(5)
  await page.getByRole('button', { name: 'Show All 6 States' }).click()
  await expect(states.getByRole('link')).toHaveCount(6)
  await states.getByRole('link', { name: 'MA Massachusetts 2 of 2 answered' }).press('Enter')
  await expect(page).toHaveURL(/\/user-management\?state=MA$/)
  await shows(page, 2)

  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Review 1' }).click()
  await expect(page).toHaveURL(/\/review$/)
  await shows(page, 1)
})

test('reminds in two clicks and exports the answered clients in three', async ({ page, app }) => {
  await insertClients(app, 4)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await signIn(page, app)
  const round = page.getByRole('region', { name: 'Open round' })
  await expect(round).toContainText('1 answered')
  // No reminder: the clients were asked a moment ago.
  await expect(round.getByRole('button', { name: 'Send Reminder' })).toHaveCount(0)
  await app.sql(`update mailings set created_at = created_at - interval '2 days';
    update messages set settled_at = settled_at - interval '2 days'`)
  await page.reload()
  await expect(round).toContainText('1 answered')
  await round.getByRole('button', { name: 'Send Reminder' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByText('To 3 clients.').first()).toBeVisible()

  await round.locator('a[title="Outstanding 3"]').click()
  await shows(page, 3)
  await page.goBack()
  await round.getByRole('link', { name: '1 answered' }).click()
  await shows(page, 1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
})
