import { expect, type Page } from '@playwright/test'
import { type App, insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

const READS = /\/api\/admin\/(email-templates|mailings|outbox|delivery|reviews|settings)/

/** The screens about mail, outgoing and incoming, each with the name of its picture. */
const SCREENS = [
  ['/email-templates', 'templates'],
  ['/email-templates/edit/GeneralClients', 'editor'],
  ['/mailings', 'mailings'],
  ['/mailings/1', 'mailing'],
  ['/outbox', 'outbox'],
  ['/delivery', 'delivery'],
  ['/settings', 'settings'],
  ['/review', 'review'],
] as const

async function signInAfterMailing(page: Page, app: App): Promise<void> {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/healthz')
}

test('shows loading mail screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await signInAfterMailing(page, app)
  await page.route(READS, () => {})
  for (const [path, name] of SCREENS) {
    await page.goto(app.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main .skeleton').first()).toBeVisible()
    await look(page, `${name}-loading`)
  }
})

test('shows failed mail screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await signInAfterMailing(page, app)
  const shown = 'The disk of the server is full.'
  await page.route(READS, (route) => route.fulfill({ status: 500, json: { message: shown } }))
  for (const [path, name] of SCREENS) {
    await page.goto(app.url + path)
    await expect(page.getByRole('alert').filter({ hasText: shown })).toBeVisible()
    await look(page, `${name}-failed`)
  }
  await page.unrouteAll()
  await page.goto(`${app.url}/email-templates/edit/Unknown`)
  await expect(page.getByText('Template not found')).toBeVisible()
  await look(page, 'editor-unknown')
  await page.goto(`${app.url}/mailings/99`)
  await expect(page.getByText('Mailing not found')).toBeVisible()
  await look(page, 'mailing-unknown')
})
