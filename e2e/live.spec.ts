import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { addClient, insertClients, linkIn, signIn, test } from './app.ts'

test('shows an answer on the dashboard within two seconds', async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const mails = await app.outbox()
  const mail = mails.find(({ to }) => to?.[0]?.address === 'nguyen.johnson1@example.com')
  const url = `/api${linkIn(mail!)}`
  await signIn(page, app)
  const recent = page.getByRole('region', { name: 'Recent Updates' })
  await expect(recent.getByText('Live')).toBeVisible()

  const details = (await (await app.call('GET', url)).json()) as object
  await app.call('POST', url, { ...details, city: 'Worcester', action: 'update' })
  await expect(recent.getByText('Nguyễn Johnson')).toBeVisible({ timeout: 2000 })
  await expect(page.getByText('1 updated today')).toBeVisible()
  await expect(page.getByText('Updated 1', { exact: true })).toBeVisible()
  // The chart of today's mailing ends now, not with the day.
  await expect(page.getByText('Now', { exact: true })).toBeVisible()
})

test('updates the figures while changes come faster than replies', { tag: '@slow' }, async ({
  page,
  app,
}) => {
  await page.route('**/api/admin/stats', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => {})
  })
  await addClient(app, 0)
  await signIn(page, app)
  await expect(mark(page)).toBeVisible()
  const seen = new Set<string>()
  for (let n = 1; n <= 6; n++) {
    await addClient(app, n)
    await page.waitForTimeout(700)
    // The header is first; a chart may repeat its text.
    const says = page.getByText(/have answered/).first()
    seen.add((await says.textContent()) ?? '')
  }
  expect(seen.size).toBeGreaterThan(2)
  await expect(page.getByText('0 of 7 clients have answered')).toBeVisible()
})

const mark = (page: Page) => page.getByRole('region', { name: 'Recent Updates' }).getByText('Live')

/** Hides or shows the tab, as the browser reports it. */
const look = (page: Page, away: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, away)

test('shows Live only while the stream is open', async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app)

  await test.step('closes the stream of a hidden tab and reopens it', async () => {
    await expect(mark(page)).toBeVisible()
    const closed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/events'),
    )
    await look(page, true)
    await closed
    await expect(mark(page)).toBeHidden()
    await look(page, false)
    await expect(mark(page)).toBeVisible()
  })

  await test.step('removes the Live mark when the server is gone', async () => {
    await expect(mark(page)).toBeVisible()
    await app.kill()
    await expect(mark(page)).toBeHidden()
  })
})

test('reopens a stream 10 s after a missed heartbeat', async ({ page, app }) => {
  await addClient(app, 1)
  const opened: ServerResponse[] = []
  const heartbeat = 'data: {"type":"heartbeat"}\n\n'
  const silent = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(heartbeat)
    opened.push(answer)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  await page.clock.install()
  await page.route('**/api/admin/events', (route) => route.continue({ url }))
  await signIn(page, app)
  await expect(mark(page)).toBeVisible()
  await page.clock.fastForward(30_000)
  opened[0]!.write(heartbeat)
  await page.waitForTimeout(500)
  await page.clock.fastForward(30_000)
  await expect(mark(page)).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(mark(page)).toBeHidden()
  expect(opened).toHaveLength(1)
  await page.clock.fastForward(1_000)
  await expect(mark(page)).toBeVisible()
  expect(opened).toHaveLength(2)
  silent.closeAllConnections()
  silent.close()
})

test('retries a silent stream at growing intervals', async ({ page, app }) => {
  let opened = 0
  await page.route('**/api/admin/events', (route) => {
    opened++
    return route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the network</p>' })
  })
  let read = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/stats')) read++
  })
  await page.clock.install()
  await signIn(page, app)
  for (let second = 0; second < 12; second++) {
    await page.clock.runFor(1000)
    await page.waitForTimeout(200)
  }
  await expect(mark(page)).toBeHidden()
  expect(opened).toBeLessThanOrEqual(4)
  expect(read).toBe(1)
})
