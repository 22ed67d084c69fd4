import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { insertClients, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const HEAD = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const row = (n: number) =>
  `X${n},Ann,Lee,ann${n}@example.com,617-555-0100,${n} Main St,Boston,MA,02134\n`
const rows = Array.from({ length: 30 }, (_, n) => row(n)).join('')
const file = (text: string, name = `${'the clients of the eastern office '.repeat(6)}.csv`) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Import Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  const send = dialog.getByRole('button', { name: 'Import & Send Emails to All Users' })
  return { dialog, send, input: dialog.locator('input[type=file]') }
}

/** Progress events that the test sends instead of the server. */
async function openProgress() {
  let line: ServerResponse | undefined
  const server = createServer((_, answer) => {
    line = answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    say: (progress: number, place?: number) => {
      const event = { type: 'progress', progress, completed: false, place }
      line?.write(`data: ${JSON.stringify(event)}\n\n`)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('shows a file to import at both widths, light and dark', {
  tag: '@pictures',
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await signIn(page, app, '/mailings')
  const { dialog, send, input } = await openDialog(page)
  await input.setInputFiles(file('%PDF', 'clients.pdf'))
  await expect(dialog.getByText('Please select a CSV or Excel file.')).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'import-wrong-type')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await input.setInputFiles(file(HEAD + rows))
  await expect(send).toBeEnabled()
  await look(page, 'import-chosen')
  await input.setInputFiles(file('Name,Surname,Street\nAnn,Lee,1 Main St\n'))
  await send.click()
  await expect(dialog.getByText('These columns are missing')).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'import-wrong-heads')
})

test('shows a running import at both widths, light and dark', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await signIn(page, app, '/mailings')
  const progress = await openProgress()
  await page.route('**/import-progress/*', (route) => route.continue({ url: progress.url }))
  await page.route('**/api/admin/imports/*', () => {})
  const { dialog, send, input } = await openDialog(page)
  await input.setInputFiles(file(HEAD + rows))
  await page.route('**/api/admin/import', () => {})
  await send.click()
  await expect(dialog.getByText('Connecting...')).toBeVisible()
  await look(page, 'import-uploading')
  await page.reload()
  await page.unroute('**/api/admin/import')
  const again = await openDialog(page)
  await again.input.setInputFiles(file(HEAD + rows))
  await again.send.click()
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible()
  progress.say(0, 3)
  await expect(dialog.getByText('Waiting for other files: number 3 in line')).toBeVisible()
  await look(page, 'import-waiting')
  progress.say(62)
  await expect(dialog.getByText('Sending emails', { exact: true })).toBeVisible()
  await look(page, 'import-sending')
  progress.close()
  await expect(dialog.getByText(/Progress updates may not be available/)).toBeVisible()
  await look(page, 'import-line-lost')
})

test('shows an import with problems at both widths, light and dark', {
  tag: '@pictures',
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 12)
  await signIn(page, app, '/mailings')
  const { dialog, send, input } = await openDialog(page)
  const bad = `${'LONG-NUMBER-'.repeat(14)},Ann,Lee,no address at all,,,,,\n`
  await input.setInputFiles(file(HEAD + rows + bad.repeat(3)))
  await send.click()
  await expect(toast(page, 'Import Completed with Email Issues')).toBeVisible()
  await page.keyboard.press('F8')
  await dialog.getByText('Show the failed emails').click()
  await look(page, 'import-done-with-failures')
})
