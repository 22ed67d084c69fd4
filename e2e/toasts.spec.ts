import { expect, type Page } from '@playwright/test'
import {
  type App,
  addClient,
  insertClients,
  notification,
  showsToast,
  signIn,
  test,
  UNCONFIRMED,
  written,
} from './app.ts'

test('focuses the toast by F8 over a dialog and returns the focus', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Create User' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const city = dialog.getByLabel('City')
  const notification = page.getByRole('listitem').filter({ hasText: 'Validation Error' })
  const dismiss = notification.getByRole('button', { name: 'Dismiss' })
  const refuse = async () => {
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(notification).toBeVisible()
    // Waits for a timer of the form, which focuses the first wrong field again.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await city.focus()
  }
  await city.focus()
  await page.keyboard.press('F8')
  await expect(city).toBeFocused()

  await refuse()
  await page.keyboard.press('F8')
  await expect(notification).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Country')).toBeFocused()

  await page.keyboard.press('F8')
  await page.keyboard.press('Shift+Tab')
  await expect(city).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notification).toBeHidden()
  await expect(city).toBeFocused()
  await expect(dialog).toBeVisible()

  await refuse()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(notification).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(city).toBeFocused()
})

/** Opens the list with two clients and a stopped clock, which only the test moves. */
async function openStill(page: Page, app: App): Promise<void> {
  await addClient(app, 1)
  await addClient(app, 2)
  await page.clock.install()
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
}

const resend = (page: Page, n: number) =>
  page.getByRole('button', { name: `Resend the verification email to Ana Lee ${n}` })

test('shows one toast at a time, for five seconds', async ({ page, app }) => {
  await openStill(page, app)
  await resend(page, 1).click()
  await showsToast(page, written('Email'))
  await page.clock.runFor(3_000)
  await page.route('**/resend-email/*', (route) => route.abort())
  await resend(page, 2).click()
  await showsToast(page, `Email not confirmed ${UNCONFIRMED}`, 'failure')
  await page.clock.runFor(4_900)
  await expect(notification(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(200)
  await expect(notification(page)).toHaveCount(0)

  await test.step('says that a resent email still waits', async () => {
    await page.unroute('**/resend-email/*')
    const reply = { message: 'The mail server is busy.', code: 'email_waiting' }
    await page.route('**/resend-email/*', (route) => route.fulfill({ json: reply }))
    await resend(page, 1).click()
    await showsToast(page, 'Email waiting The mail server is busy.')
  })
})

test('dismisses a toast by a swipe of 50 pixels to the right', {
  tag: '@phone',
}, async ({ page, app }) => {
  await openStill(page, app)
  await resend(page, 1).click()
  await showsToast(page, written('Email'))
  const swipe = async (by: number) => {
    const box = (await notification(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 6 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(notification(page)).toHaveAttribute('data-swipe', 'cancel')
  await swipe(-60)
  await expect(notification(page)).toHaveAttribute('data-state', 'open')
  await swipe(60)
  await expect(notification(page)).toHaveCount(0)
})

/** Returns titles and buttons that the toast covers. Elements behind a dialog do not count. */
async function coveredBy(page: Page): Promise<(string | null)[]> {
  await expect(notification(page)).toBeVisible()
  const toast = (await notification(page).boundingBox())!
  return page.locator('h1, h2, h3, button, [role=tab], nav a').evaluateAll(
    (all, { x, y, width, height }) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true], [role=region]'))
        .filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect()
          return left < x + width && right > x && top < y + height && bottom > y
        })
        .map((one) => one.textContent),
    toast,
  )
}

test('covers no title and no button by a toast', { tag: '@phone' }, async ({ page, app }) => {
  await insertClients(app, 20)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/user-management?limit=20')
  const resendOf = (n: number) =>
    page.getByRole('button', { name: /^(Res|S)end (the|Email)/ }).nth(n)
  await page.getByRole('checkbox').nth(2).check()
  for (const n of [1, 9]) {
    await resendOf(n).click()
    await expect(notification(page)).toContainText('Email kept')
    expect(await coveredBy(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await dialog.getByRole('button', { name: 'Create User' }).click()
  expect(await coveredBy(page)).toEqual([])

  await page.goto(`${app.url}/user-management/3`)
  await resendOf(0).click()
  expect(await coveredBy(page)).toEqual([])
  await page.goto(`${app.url}/rounds/1`)
  await page.getByRole('button', { name: 'Pause' }).click()
  expect(await coveredBy(page)).toEqual([])
  await page.goto(`${app.url}/email-templates/edit/GeneralClients`)
  await page.getByLabel('Subject').fill('Are your details right?')
  await page.getByRole('button', { name: /^(Save|Update)/ }).click()
  expect(await coveredBy(page)).toEqual([])
})
