import { expect, type Page } from '@playwright/test'
import { type App, answer, insertClients, signIn, test } from './app.ts'

const rows = (page: Page) => page.locator('tr[tabindex]')
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })

/** Opens the dashboard with 60 clients, all emailed. */
async function openDashboard(page: Page, app: App) {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await page.setViewportSize({ width: 1280, height: 2400 })
  await signIn(page, app)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('No new answers')).toBeVisible()
}

test('moves no row for new answers until someone presses Show', async ({ page, app }) => {
  await openDashboard(page, app)

  await test.step('moves no row until someone shows them', async () => {
    const before = await rows(page).allInnerTexts()
    const place = await rows(page).first().boundingBox()
    await answer(app, 'nguyen.johnson1@example.com')
    await expect(page.getByText('1 new answer', { exact: true })).toBeVisible()
    await answer(app, 'ignacio.yamamoto2@example.com')
    await expect(page.getByText('2 new answers', { exact: true })).toBeVisible()
    expect(await rows(page).allInnerTexts()).toEqual(before)
    expect(await rows(page).first().boundingBox()).toEqual(place)

    await show(page).press('Enter')
    await expect(rows(page).filter({ hasText: 'Confirmed' })).toHaveCount(2)
    await expect(page.getByText('No new answers')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
  })

  await test.step('shows them later if they could not be shown', async () => {
    await answer(app, 'amelia.nowak3@example.com')
    await page.route(/users\?.*limit=25/, (route) => route.abort())
    await show(page).click()
    await expect(page.getByText('This screen may be out of date.')).toBeVisible()
    await page.unroute(/users\?.*limit=25/)
    await show(page).click()
    await expect(rows(page).filter({ hasText: 'Confirmed' })).toHaveCount(3)
  })

  await test.step('shows them when the dashboard is opened again', async () => {
    await page.getByRole('link', { name: /^Clients/ }).click()
    await answer(app, 'amelia.nowak4@example.com')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(rows(page).filter({ hasText: 'Confirmed' })).toHaveCount(4)
    await expect(page.getByText('No new answers')).toBeVisible()
  })
})
