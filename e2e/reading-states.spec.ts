import { expect, type Page, type Route } from '@playwright/test'
import { type App, insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

/** Every reading of an administrator's screens except the live stream, with which a page is never idle. */
const READS = /\/api\/admin\/(?!events)/

/** Holds a screen's readings forever, except those that match `but`. */
const hold = (page: Page, but?: RegExp) =>
  page.route(READS, (route) => (but?.test(route.request().url()) ? route.continue() : undefined))

const refuse = (route: Route) =>
  route.fulfill({ status: 500, body: '{"message":"The disk of the server is full."}' })

async function signInAmongClients(page: Page, app: App): Promise<void> {
  await insertClients(app, 12)
  await signIn(page, app, '/healthz')
}

test('shows loading screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await signInAmongClients(page, app)
  await page.route('**/api/auth/me', () => {})
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await look(page, 'loading')
  await page.unrouteAll()
  await hold(page)
  await page.goto(`${app.url}/dashboard?limit=10`)
  await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
  await look(page, 'dashboard-loading')
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  await look(page, 'users-loading')
  await page.goto(`${app.url}/letters`)
  await expect(page.getByRole('heading', { name: 'Letters on Paper' })).toBeVisible()
  await look(page, 'letters-loading')
  await page.goto(`${app.url}/user-management/1`)
  await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible()
  await look(page, 'client-loading')
  await page.unrouteAll()
  // Lets the own columns load, as the page waits for them so that no field moves.
  await hold(page, /users\/1$|admin\/columns|email-templates/)
  await page.goto(`${app.url}/user-management/1`)
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await look(page, 'client-emails-loading')
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await expect(page.getByRole('button', { name: 'Add File' })).toBeVisible()
  // Only the keyboard shows a focus ring.
  await expect(page.locator(':focus-visible')).toHaveCount(0)
  await look(page, 'files-loading')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(':focus-visible')).toHaveText('Change History')
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  await look(page, 'history-loading')
})

test('shows failed screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(240_000)
  await signInAmongClients(page, app)
  await page.route(READS, refuse)
  const alert = page.getByRole('alert').filter({ hasText: 'The disk of the server is full.' })
  await page.goto(`${app.url}/dashboard`)
  await expect(alert).toHaveCount(4)
  await look(page, 'dashboard-failed')
  await page.goto(`${app.url}/user-management`)
  await expect(alert).toHaveCount(1)
  await look(page, 'users-failed')
  await page.goto(`${app.url}/letters`)
  await expect(alert).toHaveCount(1)
  await look(page, 'letters-failed')
  await page.goto(`${app.url}/user-management`)
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Error loading templates').first()).toBeAttached()
  await look(page, 'create-without-templates')
  await page.goto(`${app.url}/user-management/1`)
  await expect(alert).toHaveCount(1)
  await look(page, 'client-failed')
  await page.unrouteAll()
  await page.route(/\/api\/.*(attachments|audit-logs|timeline.*)$/, refuse)
  await page.goto(`${app.url}/user-management/1?tab=files`)
  await expect(alert).toHaveCount(1)
  await look(page, 'files-failed')
  await page.goto(`${app.url}/user-management/1?tab=history`)
  await expect(alert).toHaveCount(1)
  await look(page, 'history-failed')
  await page.goto(`${app.url}/user-management/1`)
  await expect(alert).toHaveCount(1)
  await look(page, 'client-emails-failed')
  await page.goto(`${app.url}/user-management/999999`)
  await expect(page.getByText('This client does not exist or was deleted.')).toBeVisible()
  await look(page, 'client-unknown')
  await page.route('**/api/auth/me', (route) => route.abort())
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Error Loading App' })).toBeVisible()
  await look(page, 'error-loading-app')
})

/** The top edge of each panel on the screen. */
const tops = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((sheets) =>
      sheets.map((sheet): [string, number] => [
        sheet.querySelector('h2')?.textContent ?? '',
        sheet.getBoundingClientRect().top,
      ]),
    )

for (const [count, width] of [
  [1, 390],
  [500, 1280],
] as const) {
  test(`moves nothing when a dashboard of ${count} loads, at ${width} px`, async ({
    page,
    app,
  }) => {
    await insertClients(app, count)
    await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
    await page.setViewportSize({ width, height: 850 })
    await signIn(page, app, '/healthz')
    await page.goto('about:blank')
    const go = Promise.withResolvers<void>()
    await page.route(READS, async (route) => {
      await go.promise
      await route.continue()
    })
    await page.goto(`${app.url}/dashboard`)
    await expect(page.getByRole('main').getByRole('region').nth(1)).toBeVisible()
    const before = await tops(page)
    go.resolve()
    await expect(page.getByText(/^0 of (1 client has|500 clients have) answered/)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0)
    await expect(page.locator('main [class*=skeleton]')).toHaveCount(0)
    const after = new Map(await tops(page))
    for (const [name, top] of before) {
      expect(Math.abs(top - (after.get(name) ?? 0)), name).toBeLessThan(8)
    }
  })
}

test('says whether templates are loading, missing or unreadable', async ({ page, app }) => {
  await signIn(page, app, '/healthz')
  const group = page.getByLabel('Template Group')
  const templates = '**/api/admin/email-templates'
  const waiting = Promise.withResolvers<Route>()
  const shows = async (text: string, answer: (route: Route) => unknown) => {
    await page.route(templates, (route) => void answer(route))
    await page.goto(`${app.url}/user-management`)
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(group.getByRole('option')).toHaveText([text])
    await expect(group).toBeDisabled()
  }
  await shows('No templates available', (route) => route.fulfill({ json: [] }))
  await shows('Error loading templates', (route) => route.fulfill({ status: 500, body: '' }))
  await shows('Loading templates...', (route) => waiting.resolve(route))
  await (await waiting.promise).continue()
  await expect(group).toBeEnabled()
  const names = (await (await app.as('GET', '/api/admin/email-templates')).json()) as {
    id: string
    name: string
  }[]
  await expect(group.getByRole('option')).toHaveText(names.map(({ name }) => name))
  await expect(group).toHaveValue(names[0]!.id)
})
