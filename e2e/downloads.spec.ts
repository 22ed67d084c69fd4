import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { type App, addClient, notification, showsToast, signIn, test } from './app.ts'

const FILES = ['deed.txt', 'will.txt']
const BYTES = 3000

/** Opens the files of a client who has two, the newest first. */
async function openFiles(page: Page, app: App): Promise<void> {
  const id = await addClient(app, 1)
  for (const name of FILES.toReversed()) {
    const form = new FormData()
    form.set('file', new File(['a'.repeat(BYTES)], name))
    await app.as('POST', `/api/admin/users/${id}/attachments`, form)
  }
  await signIn(page, app, `/user-management/${id}?tab=files`)
  await expect(rows(page)).toHaveCount(2)
}

const rows = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')

/** Answers downloads instead of the app. The test decides what it sends, and when. */
async function openDrippingServer(page: Page) {
  const begun = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => begun.resolve(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route('**/download', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  return {
    answer: begun.promise,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Presses Download. Returns the response after its headers and first part. */
async function beginDownload(page: Page, answer: Promise<ServerResponse>) {
  await page.clock.install()
  await page.getByRole('button', { name: 'Download deed.txt' }).click()
  const response = await answer
  response.writeHead(200, {
    'content-type': 'text/plain',
    'content-disposition': 'attachment',
    'content-length': BYTES,
  })
  response.write('a'.repeat(1000))
  await showsToast(page, 'Download started deed.txt')
  await expect(rows(page).first()).toContainText('Downloading...')
  return response
}

test('waits for a slow download and reports one that breaks off', async ({ page, app }) => {
  await openFiles(page, app)

  await test.step('waits for one over a slow line', async () => {
    const server = await openDrippingServer(page)
    const response = await beginDownload(page, server.answer)
    const waiting = page.waitForEvent('download')
    await page.clock.runFor(10_000)
    response.write('b'.repeat(1000))
    // Lets the second part arrive before the clock continues.
    await page.waitForTimeout(500)
    await page.clock.runFor(10_000)
    response.end('c'.repeat(1000))
    const content = await readFile(await (await waiting).path(), 'utf8')
    expect(content).toBe(['a', 'b', 'c'].map((letter) => letter.repeat(1000)).join(''))
    server.close()
  })

  await test.step('reports one that stops', async () => {
    await page.unroute('**/download')
    const server = await openDrippingServer(page)
    await beginDownload(page, server.answer)
    await page.clock.runFor(16_000)
    await showsToast(page, 'Download failed Failed to download file', 'failure')
    const again = page.getByRole('button', { name: 'Download deed.txt' })
    await expect(again).not.toHaveAttribute('aria-disabled')
    await expect(again).toBeFocused()
    server.close()
  })
})

test('saves neither a gateway’s page nor a truncated file', async ({ page, app }) => {
  await openFiles(page, app)
  let saved = 0
  page.on('download', () => saved++)
  const strange = [
    { contentType: 'text/html', body: '<h1>Please sign in to the network</h1>' },
    { contentType: 'application/json', body: '{}' },
  ]
  const cut = { headers: { 'content-disposition': 'attachment' }, body: 'a'.repeat(BYTES - 1) }
  for (const answer of [...strange, cut]) {
    await page.route('**/download', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Download deed.txt' }).click()
    await showsToast(page, 'Download failed Failed to download file', 'failure')
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Export Data' }).click()
  for (const answer of strange) {
    await page.route('**/export?*', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    await showsToast(page, 'Export Failed Could not export user data.', 'failure')
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(saved).toBe(0)
  await page.route('**/export?*', (route) =>
    route.fulfill({ contentType: 'text/csv', body: 'Client Number' }),
  )
  const unnamed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await showsToast(page, 'Export Successful User data has been exported as export.csv.')
  expect((await unnamed).suggestedFilename()).toBe('export.csv')
  await page.unroute('**/export?*')
  await page.getByRole('button', { name: 'Export Data' }).click()
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expect(notification(page)).toContainText('exported as clients-')
  await expect.poll(() => saved).toBe(2)
})

test('closes the preview of an image that a colleague deleted', async ({ page, app }) => {
  const id = await addClient(app, 1)
  const form = new FormData()
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 9, height: 9 } })
  form.set('file', new File([new Uint8Array(png)], 'seal.png'))
  await app.as('POST', `/api/admin/users/${id}/attachments`, form)
  await signIn(page, app, `/user-management/${id}?tab=files`)
  await page.getByRole('button', { name: 'View seal.png' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Image Preview' })
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 9)
  await app.as('DELETE', '/api/admin/attachments/1')
  await preview.getByRole('button', { name: 'Download' }).click()
  await showsToast(page, 'Download failed File not found', 'failure')
  await expect(preview).toBeHidden()
  await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add File' })).toBeFocused()
})

test('keeps the focus when a file or record is already deleted', async ({ page, app }) => {
  await test.step('when a file or record is already deleted', async () => {
    await openFiles(page, app)
    const sure = page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ })
    await app.as('DELETE', '/api/admin/attachments/1')
    await page.getByRole('button', { name: 'Delete will.txt' }).press('Enter')
    await sure.press('Enter')
    await showsToast(page, 'Delete failed File not found', 'failure')
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Add File' })).toBeFocused()

    await app.as('DELETE', '/api/admin/attachments/2')
    await page.getByRole('button', { name: 'Download deed.txt' }).press('Enter')
    await showsToast(page, 'Download failed File not found', 'failure')
    await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add File' })).toBeFocused()

    await page.getByRole('tab', { name: 'Change History' }).click()
    const records = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect(records).toHaveCount(5)
    await app.as('DELETE', '/api/admin/audit-logs/3')
    await records
      .nth(2)
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await sure.press('Enter')
    await showsToast(page, 'Delete failed Change record not found', 'failure')
    await expect(records).toHaveCount(4)
    await expect(page.getByRole('checkbox', { name: 'Select All' })).toBeFocused()
  })
})
