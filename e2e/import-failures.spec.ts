import { expect, type Page, type Route } from '@playwright/test'
import { type App, notification, showsToast, signIn } from './app.ts'
import { csv, openImport } from './import-dialog.ts'
import { test } from './mail-server.ts'
import { openSlowServer } from './slow-server.ts'

const LIST = [1, 2, 3]
  .map((n) => `X${n},Ann,Lee,x${n}@example.com,617-555-0100,1 Main St,Boston,MA,02134\n`)
  .join('')

/** Imports three clients, or those of another list, and emails them. */
async function importThree(page: Page, text = LIST) {
  const { dialog, input, email } = await openImport(page)
  await input.setInputFiles(csv(text))
  await email.click()
  return dialog
}

/** The mailings, one for each import that sends. */
const mailingsOf = async (app: App) => (await app.as('GET', '/api/admin/mailings')).json()

test('reports sent emails, the provider and the first hundred failures', async ({ page, app }) => {
  const failing = Array.from(
    { length: 100 },
    (_, n) => `Y${n},Ann,Lee,y${n}3@example.com,617-555-0100,1 Main St,Boston,MA,02134`,
  )
  await signIn(page, app, '/user-management')
  const dialog = await importThree(page, LIST + failing.join('\n'))
  await showsToast(
    page,
    'Import Completed with Email Issues 103 clients imported. 2 of 103 emails sent via 127.0.0.1, 101 failed.',
    'failure',
  )
  await dialog.getByText('Show the failed emails').click()
  await expect(dialog).toContainText('x3@example.com')
  await expect(dialog).toContainText('This address does not exist.')
  await expect(dialog.getByText('These are the first 100 of 101.')).toBeVisible()
})

/** The list with different clients for each number. */
const anotherList = (n: number) =>
  LIST.replaceAll(/\b[Xx](?=\d)/g, `a${n}x`).replaceAll('Main', `Elm${n}`)

test('completes an import whose progress stream was lost', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const body = 'data: {"type":"progress","progress":10,"completed":false}\n\n'
  const answers = [
    ['Connection closed. Progress updates may not be available.', 'text/event-stream', 200],
    ['Failed to establish connection to server.', 'text/event-stream', 503],
  ] as const
  for (const [n, [shown, contentType, status]] of answers.entries()) {
    const ended = Promise.withResolvers<void>()
    await page.route('**/api/admin/imports/*-*', async (route) => {
      await ended.promise
      await route.continue()
    })
    await page.route('**/import-progress/*', (route) =>
      route.fulfill({ status, contentType, body }),
    )
    const dialog = await importThree(page, anotherList(n))
    await expect(dialog.getByRole('status')).toHaveText(shown)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    ended.resolve()
    await showsToast(
      page,
      'Import Completed with Email Issues 3 clients imported. 2 of 3 emails sent via 127.0.0.1, 1 failed.',
      'failure',
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.unrouteAll()
  }
})

/** Ways to lose the reply once the server has the file. */
const LOST = [
  (route: Route) => route.abort(),
  (route: Route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
]

test('follows an import whose reply or outcome was lost', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  await test.step('when the answer to the start is lost', async () => {
    for (const [n, lose] of LOST.entries()) {
      const taken = async (route: Route) => {
        await route.fetch()
        await lose(route)
      }
      await page.route('**/api/admin/import', taken, { times: 1 })
      const dialog = await importThree(page, anotherList(n))
      await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
      await expect(dialog).toContainText('2 emails sent via 127.0.0.1')
      expect(await mailingsOf(app)).toMatchObject({ total: n + 1 })
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
  })

  await test.step('when its outcome can be read only later', async () => {
    const later = [
      { status: 429, body: 'Slow down' },
      { status: 200, json: {} },
    ]
    await page.route('**/api/admin/imports/*-*', (route) => {
      const answer = later.shift()
      return answer ? route.fulfill(answer) : route.continue()
    })
    const dialog = await importThree(page, anotherList(LOST.length))
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
    expect(later).toEqual([])
    await expect(notification(page)).toContainText('Import Completed')
    expect(await mailingsOf(app)).toMatchObject({ total: LOST.length + 1 })
  })
})

const PREVIEW = '**/api/admin/imports/preview'

test('waits for a slow sheet, and sends it again after a lost reply', async ({ page, app }) => {
  const server = await openSlowServer(page, app, PREVIEW)
  await signIn(page, app, '/user-management')
  await page.clock.install()
  const { dialog, input, only } = await openImport(page)
  await input.setInputFiles(csv(LIST))
  await expect(dialog.getByText('Reading the rows')).toBeVisible()
  await page.clock.runFor(119_000)
  await expect(dialog.getByText('Reading the rows')).toBeVisible()
  server.end('answer')
  await expect(only).toHaveText('Import Only (3)')
  server.close()
  await page.unroute(PREVIEW)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const lost = await openSlowServer(page, app, PREVIEW)
  const next = await openImport(page)
  await next.input.setInputFiles(csv(LIST))
  await expect(next.dialog.getByText('Reading the rows')).toBeVisible()
  lost.end('drop')
  await showsToast(page, 'Import failed The server did not answer.', 'failure')
  await expect(next.dialog.getByText('The server did not answer.', { exact: true })).toBeVisible()
  await page.unroute(PREVIEW)
  await next.dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(next.only).toHaveText('Import Only (3)')
  lost.close()
})
