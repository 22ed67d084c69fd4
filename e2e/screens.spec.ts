import { expect } from '@playwright/test'
import { type App, insertClients, linkIn, signIn, test } from './app.ts'
import { openTooOften } from './letter.ts'
import { look } from './look.ts'

/** Lets some clients answer, so that each status occurs. */
async function answerSome(app: App): Promise<void> {
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const mails = (await app.outbox()).slice(0, 40)
  for (const [n, mail] of mails.entries()) {
    const url = `/api${linkIn(mail)}`
    const details = (await (await app.call('GET', url)).json()) as object
    const answer = n % 3 ? { action: 'confirm' } : { action: 'update', city: 'Worcester' }
    await app.call('POST', url, { ...details, ...answer })
  }
}

test('shows the administrators’ screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await insertClients(app, 60)
  await answerSome(app)
  await signIn(page, app, '/dashboard?limit=10')
  await expect(page.getByText('Showing 1 to 10 of 60 results')).toBeVisible()
  await look(page, 'dashboard')
  await page.goto(`${app.url}/user-management?limit=10`)
  await expect(page.getByText('Showing 1 to 10 of 60 results')).toBeVisible()
  await page.getByRole('checkbox').nth(2).check()
  await look(page, 'users-selected')
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No users found', { exact: true })).toBeVisible()
  await look(page, 'users-none-found')
  await page.goto(`${app.url}/no-such-page`)
  await expect(page.getByText('Page Not Found')).toBeVisible()
  await look(page, 'not-found')
})

test('shows the selection’s buttons above a phone’s navigation', async ({ page, app }) => {
  await insertClients(app, 12)
  await signIn(page, app, '/user-management')
  await page.getByRole('checkbox').nth(2).check()
  const button = page.getByRole('button', { name: 'Delete Selected' })
  const screens = page.getByRole('navigation', { name: 'Main' })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(y + height).toBeLessThan((await screens.boundingBox())?.y ?? 0)
  }
})

test('shows the client’s page at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 1)
  await app.as('POST', '/api/admin/resend-email/1')
  const [mail] = await app.outbox()
  await page.goto(`${app.url}/verify/unknown`)
  await expect(page.getByText('This verification link is invalid or has expired.')).toBeVisible()
  await look(page, 'verify-invalid')
  await openTooOften(page, app.url + linkIn(mail!))
  await look(page, 'verify-failed')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/verify/*', async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Loading verification form...')).toBeVisible()
  await look(page, 'verify-loading')
  answer.resolve()
  await expect(page.getByText('Your details could not be loaded')).toBeVisible()
  await page.unroute('**/api/verify/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Submit Verification' })).toBeVisible()
  await look(page, 'verify')
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('Street address').fill('')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Street address is required').first()).toBeVisible()
  await look(page, 'verify-error')
  await page.getByLabel('Street address').fill('12 Beacon Street')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  await look(page, 'verify-done')
})
