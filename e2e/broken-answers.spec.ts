import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, type Route } from '@playwright/test'
import {
  type App,
  addClient,
  fillNewUser,
  importText,
  insertClients,
  openUsers,
  showsToast,
  signIn,
  test,
  toast,
} from './app.ts'
import { csv, line, openImport } from './import-dialog.ts'

/** Opens a client's page and types another city. */
async function typeCity(page: Page, app: App) {
  await insertClients(app, 1)
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
}

test('reports a dialog that loads slowly or not and keeps typed text', async ({ page, app }) => {
  const part = '**/assets/import-dialog*'
  const open = page.getByRole('button', { name: 'Import Data' })
  const failed = toast(page, 'This part could not be loaded. Please reload the page.')
  await page.clock.install()
  await typeCity(page, app)
  await page.route(part, () => {})
  await open.click()
  await page.clock.fastForward(400)
  await expect(page.getByText('Loading...')).toBeVisible()
  await page.clock.fastForward(15_000)
  await expect(failed).toBeVisible()
  await expect(page.getByText('Loading...')).toBeHidden()
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  await page.unroute(part)

  await page.route(part, (route) => route.abort())
  await page.reload()
  await open.click()
  await expect(failed).toBeVisible()
  await page.unroute(part)
  await page.reload()
  await open.click()
  await expect(page.getByRole('dialog', { name: 'Import User Data' })).toBeVisible()
})

test('gives up a partial and a silent answer after 15 seconds', async ({ page, app }) => {
  const halting = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
  }).listen(0, '127.0.0.1')
  await once(halting, 'listening')
  const url = `http://127.0.0.1:${(halting.address() as AddressInfo).port}/`
  await page.clock.install()
  await typeCity(page, app)
  await page.route('**/api/admin/users/1', (route) => route.continue({ url }))
  const begun = once(halting, 'request')
  await page.getByRole('button', { name: 'Save' }).click()
  await begun
  // Gives the headers time to arrive. Without them, the server would count as silent.
  await page.waitForTimeout(500)
  await page.clock.fastForward(16_000)
  await expect(toast(page, 'Failed to update user information')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await page.unroute('**/api/admin/users/1')
  halting.closeAllConnections()
  halting.close()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.route('**/api/admin/users/1', () => {})
  await page.getByRole('button', { name: 'Save' }).click()
  const saving = page.getByRole('button', { name: 'Saving...' })
  await expect(saving).toBeVisible()
  await page.clock.fastForward(14_000)
  await expect(saving).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(toast(page, 'Failed to update user information')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await page.unroute('**/api/admin/users/1')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
})

/** Replies of a gateway, the product and a strange server, each with the text that it leads to. */
const REFUSALS: [answer: Parameters<Route['fulfill']>[0], words?: string][] = [
  [{ status: 413, body: '<h1>Request too large</h1>' }],
  [{ status: 500, json: { message: 'Out of order.' } }, 'Out of order.'],
  [{ status: 200, body: '<html>Hello</html>' }],
]

test('reports a rejected client and keeps typed text', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const values = await fillNewUser(dialog)
  const create = dialog.getByRole('button', { name: 'Create User' })
  for (const [answer, words] of REFUSALS) {
    await page.route('**/api/admin/users', (route) => route.fulfill(answer))
    await create.click()
    await showsToast(page, ['Failed to create user', words].filter(Boolean).join(' '), 'failure')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    for (const [label, value] of Object.entries(values)) {
      await expect(dialog.getByLabel(label)).toHaveValue(value)
    }
    await page.unroute('**/api/admin/users')
  }
  await create.click()
  await showsToast(page, 'Success User "Ida Lee" created successfully.')
})

test('reports a rejected import and keeps its preview', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only: start } = await openImport(page)
  await input.setInputFiles(csv(line(1)))
  const unsure =
    'The server did not confirm the import, so it may have started. Press the button again: nothing is imported or sent twice.'
  for (const [answer, said] of REFUSALS) {
    const words = said ?? (answer?.status === 200 ? unsure : undefined)
    await page.route('**/api/admin/import', (route) => route.fulfill(answer))
    await start.click()
    await showsToast(page, ['Import failed', words].filter(Boolean).join(' '), 'failure')
    await expect(dialog.getByText(words ?? 'Import failed', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.unroute('**/api/admin/import')
  }
  await start.click()
  await showsToast(page, 'Import Completed 1 client imported.')
})

test('reports unreadable figures and keeps an open dialog', async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app)
  await page
    .getByRole('button', { name: /^View Changes/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill('Zora')
  let n = 1
  for (const body of ['null', '{"totalUsers":1}']) {
    await page.route('**/api/admin/stats', (route) => route.fulfill({ body }))
    const asked = page.waitForResponse('**/api/admin/stats')
    await addClient(app, ++n)
    await asked
    await expect(page.getByText('This screen may be out of date.')).toBeVisible()
    await expect(page.getByLabel('First Name')).toHaveValue('Zora')
    await page.unroute('**/api/admin/stats')
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await showsToast(page, 'Success User updated successfully.')
})

/** Gives one state of the reply a value of a newer server. */
const newerState = async (route: Route) => {
  const response = await route.fetch()
  const text = await response.text()
  await route.fulfill({
    response,
    body: text.replace(/"state":"(finished|active)"/, '"state":"newer"'),
  })
}

test('shows the states of a newer server as unknown', async ({ page, app }) => {
  await importText(app, 'list.csv', String(csv(line(1)).buffer))
  await page.route(/\/api\/(admin\/imports|administrators)/, newerState)
  await signIn(page, app, '/imports')
  await expect(page.getByRole('row', { name: 'list.csv' })).toContainText('Unknown')
  await page.goto(`${app.url}/administrators`)
  await expect(page.getByRole('row', { name: 'admin@example.com' })).toContainText('Unknown')
})

test('limits a crash to its screen', async ({ browser, app }) => {
  // In a new window, as a fault of the usual page fails the test.
  const page = await browser.newPage()
  const body = 'export function MailingListPage() { throw new Error("A fault") }'
  await page.route('**/assets/mailing-list-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await signIn(page, app)
  await page.getByRole('link', { name: 'Mailings' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This screen could not be shown')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('This screen could not be shown')
  await openUsers(page)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.close()
})
