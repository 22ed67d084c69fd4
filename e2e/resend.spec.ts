import { expect, type Page } from '@playwright/test'
import {
  type App,
  addClient,
  answer,
  insertClients,
  linkIn,
  showsToast,
  signIn,
  test,
  UNCONFIRMED,
  written,
} from './app.ts'
import { test as withMailServer } from './mail-server.ts'

const row = (page: Page, n: number) => page.getByRole('row').nth(n)
const resendIn = (page: Page, n: number) =>
  row(page, n).getByRole('button', { name: /^(Res|S)end the/ })

/** Records the ids of clients that the page resends to, in order. */
function resent(page: Page): string[] {
  const ids: string[] = []
  page.on('request', (request) => {
    const id = /resend-email\/(\d+)$/.exec(request.url())?.[1]
    if (id) ids.push(id)
  })
  return ids
}

/** Adds Ana Lee 1 to 4, who have all confirmed. */
async function confirmed(app: App): Promise<string[]> {
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) ids.push(String(await addClient(app, n)))
  await expect.poll(app.outbox).toHaveLength(4)
  for (const n of [1, 2, 3, 4]) await answer(app, `ana${n}@example.com`)
  return ids
}

/** Confirms the question about a client who has answered. */
const askAgain = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Ask Again' }).click()

test('keeps a client in its row after a resend', async ({ page, app }) => {
  const ids = await confirmed(app)
  await signIn(page, app, '/user-management?status=confirmed&sort=last_name')
  const sent = resent(page)
  await expect(row(page, 1)).toContainText('Confirmed')
  await resendIn(page, 1).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/\w+ confirmed on \w+ \d+\. Ask again\?/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await resendIn(page, 1).click()
  await askAgain(page)
  await showsToast(page, written('Email'))
  // The row stays in the list of confirmed clients, even though the client is pending again.
  await expect(row(page, 1)).toContainText('Pending')
  await expect(row(page, 1)).toContainText('Lee 1')
  await expect(resendIn(page, 1)).toBeFocused()
  await resendIn(page, 1).click()
  await showsToast(page, written('Email'))
  await expect(question).toHaveCount(0)
  await resendIn(page, 2).click()
  await askAgain(page)
  await expect(row(page, 2)).toContainText('Pending')
  await expect(page.getByRole('row')).toHaveCount(5)
  expect(sent).toEqual([ids[0], ids[0], ids[1]])

  const status = page.getByRole('combobox', { name: 'Status' })
  await status.selectOption('Pending')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await expect(row(page, 1)).toContainText('Lee 1')
  await status.selectOption('Confirmed')
  await expect(row(page, 1)).toContainText('Lee 3')
  await resendIn(page, 1).click()
  await askAgain(page)
  await expect(row(page, 1)).toContainText('Pending')
  await page.getByRole('link', { name: 'Mailings' }).click()
  await expect(page.getByRole('heading', { name: 'Mailings', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(row(page, 1)).toContainText('Lee 4')
})

test('keeps the dashboard’s rows in place after a resend', async ({ page, app }) => {
  const ids = await confirmed(app)
  await page.setViewportSize({ width: 1280, height: 2400 })
  await signIn(page, app, '/dashboard?status=confirmed&sort=last_name')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const sent = resent(page)
  const button = (n: number) => page.locator('tr[tabindex]').nth(n).getByRole('button')
  await button(0).click()
  await askAgain(page)
  await showsToast(page, written('Email'))
  await expect(page.getByText('3 of 4 clients have answered')).toBeVisible()
  await button(1).click()
  await askAgain(page)
  await expect.poll(() => sent).toEqual(ids.slice(0, 2))
  await expect(page.locator('tr[tabindex]')).toHaveCount(4)
})

test('asks a client without an email again', async ({ page, app }) => {
  await insertClients(app, 1)
  await app.sql("update clients set email = '', mail_to = ''")
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await askAgain(page)
  const said = 'No email reaches this client, so none was sent.'
  await showsToast(page, `Pending Again ${said} Call the client, or write a letter on paper.`)
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
})

const REFUSED =
  'Failed to send email This address does not exist. The server said: “550 5.1.1 User unknown”.'

withMailServer(
  'shows the client’s state after a rejected email',
  async ({ page, app, mailServer }) => {
    const id = await addClient(app, 1)
    await expect.poll(() => mailServer.received).toHaveLength(1)
    const url = `/api${linkIn(mailServer.received[0]!.mail)}`
    const details = (await (await app.call('GET', url)).json()) as object
    // A changed name needs no receipt.
    await app.call('POST', url, { ...details, first_name: 'Anna', action: 'update' })
    await app.as('PUT', `/api/admin/users/${id}`, { email: 'ana3@example.com' })
    await signIn(page, app, '/user-management?sort=last_name')
    await expect(row(page, 1)).toContainText('Updated')
    await resendIn(page, 1).click()
    await askAgain(page)
    await showsToast(page, REFUSED, 'failure')
    await expect(row(page, 1)).toContainText('Pending')

    await app.as('PUT', `/api/admin/users/${id}`, { email: 'ana13@example.com' })
    await page.goto(`${app.url}/user-management/${id}`)
    const emails = page
      .getByRole('list', { name: 'Everything' })
      .getByRole('listitem')
      .filter({ hasText: 'Asked' })
    await expect(emails).toHaveCount(2)
    await page.getByRole('button', { name: /^(Res|S)end Email$/ }).click()
    await showsToast(page, REFUSED, 'failure')
    await expect(emails).toHaveCount(3)
  },
)

withMailServer('says that a colleague has already retried a mailing', async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/mailings/1')
  const retry = page.getByRole('button', { name: 'Retry Failed Emails (6)' })
  await expect(retry).toBeVisible()
  await app.as('POST', '/api/admin/mailings/1/retry')
  await expect(async () => {
    const second = await app.as('GET', '/api/admin/mailings/2')
    expect(await second.json()).toMatchObject({ emailsSent: 6 })
  }).toPass()
  await retry.click()
  await expect(page.getByText(/Nothing left to retry: all/)).toBeVisible()
  await expect(retry).toBeHidden()
})

test('sends one email when the first reply to a resend was lost', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await expect.poll(app.outbox).toHaveLength(1)
  await signIn(page, app, '/user-management')
  await page.route('**/api/admin/resend-email/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await resendIn(page, 1).click()
  await showsToast(page, `Email not confirmed ${UNCONFIRMED}`, 'failure')
  await page.unroute('**/api/admin/resend-email/*')
  await resendIn(page, 1).click()
  await showsToast(page, written('Email'))
  const emails = await app.as('GET', `/api/admin/users/${id}/timeline?kind=emails`)
  expect((await emails.json()).entries).toHaveLength(2)
})
