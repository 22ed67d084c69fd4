import { expect, type Page, type Request } from '@playwright/test'
import { type App, addClient, signIn, test, toast } from './app.ts'

/** Records the page's calls from now on, without numbers and queries. */
function asked(page: Page) {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/admin/events')
      calls.push(`${request.method()} ${pathname.replace(/^\/api(\/admin)?\//, '')}`)
  })
  return {
    /** Also waits for calls that the page is about to send. */
    async exactly(...expected: string[]) {
      await expect.poll(() => [...calls].sort()).toEqual([...expected].sort())
      await page.evaluate(() => fetch('/healthz'))
      expect([...calls].sort()).toEqual([...expected].sort())
      calls.length = 0
    },
  }
}

async function openList(page: Page, app: App): Promise<void> {
  await addClient(app, 1)
  await addClient(app, 2)
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
}

test('tries a failing call only once and rereads nothing on its own', async ({
  page,
  app,
  context,
}) => {
  await page.clock.install()

  await openList(page, app)
  const calls = asked(page)
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByLabel('Search').fill('ana')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch users' })).toBeVisible()
  await calls.exactly('GET users')
  await page.unroute('**/api/admin/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const resend = page.getByRole('button', { name: /^(Res|S)end the/ }).first()
  await expect(resend).toBeVisible()
  await calls.exactly('GET users')
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 503, body: '' }))
  await resend.click()
  await expect(toast(page, 'Email not confirmed')).toBeVisible()
  await calls.exactly('POST resend-email/2', 'GET users/2', 'GET stats')

  await test.step('does not reread on a timer, focus or reconnect', async () => {
    await page.unroute('**/api/admin/**')
    await page.evaluate(() => {
      for (const [target, type] of [
        [window, 'blur'],
        [window, 'focus'],
        [document, 'visibilitychange'],
      ] as const) {
        target.dispatchEvent(new Event(type, { bubbles: true }))
      }
    })
    await context.setOffline(true)
    await context.setOffline(false)
    await page.clock.fastForward('01:00:00')
    await calls.exactly()
  })
})

test('rereads the data on the screen after a change', async ({ page, app }) => {
  await openList(page, app)
  const calls = asked(page)
  await page
    .getByRole('button', { name: /^(Res|S)end the/ })
    .first()
    .click()
  await calls.exactly('POST resend-email/2', 'GET users/2', 'GET stats')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const around = ['GET stats', 'GET views', 'GET list-columns', 'GET columns']
  await calls.exactly('POST users/delete', 'GET users', ...around)

  // Without the live stream, which would read the timeline again.
  await page.route('**/api/admin/events', (route) => route.abort())
  await page.goto(`${app.url}/user-management/1`)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Created')
  await expect(page.getByText('General Clients').first()).toBeVisible()
  const there = asked(page)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await there.exactly('GET email-templates')
  await page.getByLabel('City').fill('Salem')
  await page.getByRole('button', { name: 'Save' }).click()
  await there.exactly(
    'PUT users/1',
    'GET users/1',
    'GET users/1/timeline',
    'GET email-templates',
    'GET stats',
    'GET views',
    'GET columns',
  )
  await page.getByRole('tab', { name: 'Change History' }).click()
  await there.exactly('GET users/1/audit-logs')
  await page
    .getByRole('button', { name: /^Delete the change/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await there.exactly(
    'DELETE audit-logs/4',
    'GET users/1',
    'GET users/1/timeline',
    'GET email-templates',
    'GET users/1/audit-logs',
    'GET stats',
    'GET views',
    'GET columns',
  )
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await there.exactly('GET users/1/attachments')
  await page.getByRole('button', { name: 'Upload First File' }).click()
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
  await page.locator('input[type=file]').setInputFiles(note)
  await page.getByRole('button', { name: 'Upload File' }).click()
  await there.exactly(
    'POST users/1/attachments',
    'GET users/1',
    'GET users/1/timeline',
    'GET email-templates',
    'GET users/1/attachments',
    'GET stats',
    'GET views',
    'GET columns',
  )
})
