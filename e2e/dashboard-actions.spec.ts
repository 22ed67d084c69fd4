import { expect, type Page } from '@playwright/test'
import { addClient, insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

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
  // The middle of the bar.
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

test('reminds in two clicks and exports the answered clients in three', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 4)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await signIn(page, app)
  const round = page.getByRole('region', { name: 'Open round' })
  await expect(round).toContainText('1 answered')
  // They were asked a moment ago.
  await expect(round.getByRole('button', { name: 'Send Reminder' })).toHaveCount(0)
  await app.sql(`update mailings set created_at = created_at - interval '2 days';
    update messages set settled_at = settled_at - interval '2 days'`)
  await page.reload()
  await expect(round).toContainText('1 answered')
  await look(page, 'dashboard-may-remind')
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

test.describe('with a mailing of three days ago', () => {
  test.beforeEach(async ({ page, app }) => {
    await insertClients(app, 4)
    await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
    for (const id of [1, 2, 3])
      await app.as('POST', `/api/admin/users/${id}/answers`, { via: 'phone' })
    // Answers are append-only.
    await app.sql(`set local session_replication_role = replica;
      update mailings set created_at = created_at - interval '3 days';
      update answers set at = at - interval '2 days' where client_id < 3;
      update clients set last_updated = last_updated - interval '2 days' where id < 3;
      update clients set last_updated = last_updated - interval '5 days' where id = 4`)
    await signIn(page, app)
  })

  test('reads the chart day by day with the keyboard', { tag: '@pictures' }, async ({ page }) => {
    const chart = page.getByRole('slider', { name: 'Answers by day' })
    const says = (text: RegExp) => expect(chart).toHaveAttribute('aria-valuetext', text)
    const figure = page.getByRole('figure').filter({ has: chart })
    await expect(chart).toBeVisible()
    const { height } = (await figure.boundingBox())!
    await chart.focus()
    await says(/: 1 confirmed, 0 updated$/)
    await expect(page.getByText('Confirmed +1', { exact: true })).toBeVisible()
    await look(page, 'dashboard-chart-day')
    await chart.press('Home')
    await says(/: 0 confirmed, 0 updated$/)
    await chart.press('ArrowRight')
    await says(/: 2 confirmed, 0 updated$/)
    await chart.press('ArrowRight')
    await says(/: 0 confirmed, 0 updated$/)
    await chart.press('End')
    await says(/: 1 confirmed, 0 updated$/)
    expect((await figure.boundingBox())!.height).toBe(height)
    await chart.press('ArrowLeft')
    await chart.press('ArrowLeft')
    await chart.press('Enter')
    await expect(page).toHaveURL(/\/user-management\?since=\d{4}-\d\d-\d\d$/)
    await shows(page, 3)
  })

  test('shows the day under the pointer, and opens it', { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    const chart = page.getByRole('slider', { name: 'Answers by day' })
    const { width, height } = (await chart.boundingBox())!
    const position = { x: width / 2, y: height / 2 }
    if (isMobile) await chart.tap({ position })
    else await chart.hover({ position })
    await expect(page.getByText('Confirmed +2', { exact: true })).toBeVisible()
    if (isMobile) await chart.tap({ position })
    else await chart.click({ position })
    await expect(page).toHaveURL(/\/user-management\?since=/)
    await shows(page, 3)
  })
})
