import { expect, type Route } from '@playwright/test'
import { insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

/** Answers instead of the server's. Each screen gets one, a different one on a phone. */
const ANSWERS = [
  (route: Route) => route.fulfill({ status: 500, body: '{"message":"Out of order."}' }),
  (route: Route) => route.fulfill({ status: 200, body: '<html>Hello</html>' }),
  (route: Route) => route.fulfill({ json: { status: 'ok' } }),
  (route: Route) => route.abort(),
]

/** Each screen's readings that can fail separately, with the text for each. */
const SCREENS = [
  {
    path: '/dashboard',
    call: /\/api\/admin\/(users|stats|charts)/,
    shown: 'Failed to fetch users',
  },
  { path: '/dashboard', call: /\/api\/admin\/stats/, shown: 'Failed to fetch stats' },
  { path: '/dashboard', call: /limit=5/, shown: 'Failed to fetch recent updates' },
  { path: '/user-management', call: /\/api\/admin\/users/, shown: 'Failed to fetch users' },
  {
    path: '/user-management/1',
    call: /\/api\/admin\/users\/1$/,
    shown: 'Failed to fetch user data',
  },
  { path: '/user-management/1?tab=files', call: /\/attachments$/, shown: 'Failed to fetch files' },
  {
    path: '/user-management/1?tab=history',
    call: /\/audit-logs$/,
    shown: 'Failed to fetch change history',
  },
  {
    path: '/email-templates',
    call: /\/admin\/email-templates$/,
    shown: 'Failed to load email templates',
  },
  {
    path: '/email-templates/edit/BigClients',
    call: /\/email-templates\/BigClients$/,
    shown: 'Failed to fetch the template',
  },
  { path: '/mailings', call: /\/api\/admin\/mailings/, shown: 'Failed to fetch mailings' },
  {
    path: '/review',
    call: /\/api\/admin\/reviews/,
    shown: 'Failed to fetch the answers to review',
  },
  { path: '/imports', call: /\/api\/admin\/imports/, shown: 'Failed to fetch the imports' },
  { path: '/outbox', call: /\/api\/admin\/outbox/, shown: 'Failed to fetch the outbox' },
  { path: '/delivery', call: /\/api\/admin\/delivery/, shown: 'Failed to check the delivery' },
]

test('reports an unusable reply on each screen and loads at the retry', async ({ page, app }) => {
  await insertClients(app)
  await signIn(page, app, '/healthz')
  for (const [n, { path, call, shown }] of SCREENS.entries()) {
    await page.route(call, ANSWERS[n % ANSWERS.length]!)
    await page.goto(app.url + path)
    const alert = page.getByRole('alert').filter({ hasText: shown }).first()
    await expect(alert).toBeVisible()
    await page.unroute(call)
    // The live stream may have caused another read.
    await expect(async () => {
      if (await alert.isVisible())
        await alert.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 })
      await expect(alert).toBeHidden({ timeout: 1_000 })
    }).toPass()
  }
})

test('shows the saved values and a notice when rereading fails', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app)
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
  await insertClients(app)
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
  await insertClients(app)
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

test('reports an unreachable server at the start, and retries', async ({ page, app }) => {
  await signIn(page, app, '/healthz')
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/auth/me', (route) => asked.resolve(route))
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('banner')).toHaveText(/Harrow & Finch$/)
  await (await asked.promise).abort()
  await expect(page.getByRole('heading', { name: 'Error Loading App' })).toBeVisible()
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
