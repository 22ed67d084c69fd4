import { expect, type Route } from '@playwright/test'
import { insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

test('shows the saved values and a notice when rereading fails', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 3)
  // The live stream would reread the details before the press.
  await page.route('**/api/admin/events', (route) => route.abort())
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
  const fail = (route: Route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500 }) : route.fallback()
  await page.route('**/api/admin/users/1', fail)
  await page.getByRole('button', { name: 'Save' }).click()
  // Looks at the details only, as the timeline may already show Salem.
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Salem')
  const notice = page.getByRole('status').filter({ hasText: 'This screen may be out of date.' })
  await expect(notice).toBeVisible()
  await look(page, 'out-of-date')
  await page.unroute('**/api/admin/users/1', fail)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  await expect(details).toContainText('Salem')
})

test('shows the notice without moving a row or covering a control @phone', async ({
  page,
  app,
}) => {
  await insertClients(app, 60)
  await signIn(page, app, '/user-management')
  const resend = page.getByRole('button', { name: /^(Res|S)end the/ })
  await expect(resend).toHaveCount(25)
  const figures = '**/api/admin/stats'
  await page.route(figures, (route) => route.fulfill({ status: 500 }))
  const before = await resend.nth(2).boundingBox()
  await resend.nth(2).click()
  const notice = page.getByRole('status').filter({ hasText: 'This screen may be out of date.' })
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(toast(page, 'Email kept in the outbox')).toBeVisible()
  expect(await resend.nth(2).boundingBox()).toEqual(before)

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('button').last()
  await last.click({ trial: true })
  const end = await last.boundingBox()
  await page.unroute(figures)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  expect(await last.boundingBox()).toEqual(end)
})

test('keeps the focus when a retry loads the figures', async ({ page, app }) => {
  await insertClients(app, 30)
  const out = (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })
  const reads = ['**/api/admin/stats', '**/api/admin/users?*limit=25*']
  for (const read of reads) await page.route(read, out)
  await signIn(page, app)
  for (const [n, title] of ['Failed to fetch stats', 'Failed to fetch users'].entries()) {
    await expect(page.getByText(title)).toBeVisible()
    await page.unroute(reads[n]!, out)
    await page
      .getByRole('alert')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Try again' })
      .press('Enter')
    await expect(page.getByText(title)).toBeHidden()
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY')
  }
})

test('reports an unreachable server at the start, and retries', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app, '/healthz')
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/auth/me', (route) => asked.resolve(route))
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('banner')).toHaveText(/Harrow & Finch$/)
  await look(page, 'loading')
  await (await asked.promise).abort()
  await expect(page.getByRole('heading', { name: 'Error Loading App' })).toBeVisible()
  await look(page, 'error-loading-app')
  await page.unroute('**/api/auth/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()

  const down = [
    [{ status: 502, body: 'Bad Gateway' }, 'The server answered with error 502. Please try again.'],
    [{ status: 429, json: { message: 'Too many attempts.' } }, 'Too many attempts.'],
  ] as const
  for (const [answer, shown] of down) {
    await page.route('**/api/auth/me', (route) => route.fulfill(answer))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(shown)
    await page.unroute('**/api/auth/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  }
})
