import { expect, type Page, type Route } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

/** Every reading of an administrator's screens except the live stream, with which a page is never idle. */
const READS = /\/api\/admin\/(?!events)/

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

test('says whether templates are loading, missing or unreadable', {
  tag: '@pictures',
}, async ({ page, app }) => {
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
  await look(page, 'create-without-templates')
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
