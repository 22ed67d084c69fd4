import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { insertClients, signIn, toast } from './app.ts'
import { csv, lines, openImport } from './import-dialog.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const long = { name: `${'the clients of the eastern office '.repeat(6)}.csv` }

/** Sends progress events instead of the server. */
async function openProgress() {
  let line: ServerResponse | undefined
  const server = createServer((_, answer) => {
    line = answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    say: (progress: number) => {
      const event = { type: 'progress', progress, completed: false }
      line?.write(`data: ${JSON.stringify(event)}\n\n`)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('shows a file to import at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await signIn(page, app, '/mailings')
  const { dialog, input, email, tab } = await openImport(page)
  await input.setInputFiles(csv('', { headers: '%PDF', name: 'clients.pdf' }))
  await expect(dialog.getByText('Please select a CSV or Excel file.')).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'import-wrong-type')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.route('**/imports/preview', () => {})
  await input.setInputFiles(csv(lines(30), long))
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await look(page, 'import-reading')
  await page.unroute('**/imports/preview')
  await page.reload()
  await openImport(page)
  await input.setInputFiles(csv(`${lines(30)}X30,Ann,Lee,nowhere,,,,,\n`, long))
  await expect(email).toBeEnabled()
  await look(page, 'import-preview')
  await tab('Not Imported').click()
  await expect(dialog.getByRole('button', { name: 'Download Rows' })).toBeVisible()
  await look(page, 'import-preview-repair')
})

test('shows a running import at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await signIn(page, app, '/mailings')
  const progress = await openProgress()
  await page.route('**/import-progress/*', (route) => route.continue({ url: progress.url }))
  await page.route('**/api/admin/imports/*-*', () => {})
  const { dialog, input, email } = await openImport(page)
  await input.setInputFiles(csv(lines(30), long))
  await email.click()
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible()
  progress.say(62)
  await expect(dialog.getByText('Sending emails', { exact: true })).toBeVisible()
  await look(page, 'import-sending')
  progress.close()
  await expect(
    dialog.getByText('Lost connection to server. Progress updates may not be available.'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await look(page, 'import-line-lost')
})

test('shows an import with problems at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await insertClients(app, 12)
  await signIn(page, app, '/mailings')
  const { dialog, input, email } = await openImport(page)
  const bad = `${'LONG-NUMBER-'.repeat(14)},Ann,Lee,no address at all,,,,,\n`
  await input.setInputFiles(csv(lines(30) + bad.repeat(3), long))
  await email.click()
  await expect(toast(page, 'Import Completed with Email Issues')).toBeVisible()
  await page.keyboard.press('F8')
  await dialog.getByText('Show the failed emails').click()
  await look(page, 'import-done-with-failures')
})
