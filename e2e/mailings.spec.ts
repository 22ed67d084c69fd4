import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { ADMIN, type App, insertClients, SEND_EMAILS, showsToast, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function chooseBulk(page: Page, app: App) {
  await signIn(page, app, '/user-management')
  await button(page, 'Bulk Email').click()
  return page.getByRole('dialog', { name: 'Bulk Email' })
}

test('previews a bulk email, lists its failures and retries only those', {
  tag: '@journey',
}, async ({ page, app, mailServer }) => {
  await insertClients(app, 60)
  await app.as('PUT', '/api/admin/users/2', { email: 'couple@example.com' })
  await app.as('PUT', '/api/admin/users/4', { email: 'Couple@example.com' })
  const dialog = await chooseBulk(page, app)
  await expect(dialog.getByRole('button', { name: 'Send 59 Emails' })).toBeVisible()
  await expect(dialog).toContainText('59 emails: clients who share an address get one together')
  await dialog.getByLabel(/^Confirmed clients/).check()
  await expect(dialog).toContainText('No client matches: there is nothing to send.')
  await expect(dialog.getByRole('button', { name: SEND_EMAILS })).toHaveAttribute('aria-disabled')
  await dialog.getByLabel(/^All clients/).check()
  await dialog.getByRole('button', { name: SEND_EMAILS }).click()
  await expect(toast(page, 'Bulk Email Completed with Issues')).toBeVisible()
  await expect(page.getByText('Sent 54 emails successfully, 6 failed.').first()).toBeVisible()
  await dialog.getByText('Show the failed emails').click()
  await expect(dialog).toContainText('This address does not exist.')
  await dialog.getByRole('button', { name: 'Retry Failed Emails (6)' }).click()
  await expect(toast(page, 'Bulk Email Success')).toBeVisible()
  await expect(dialog).toContainText('Failed emails of an earlier mailing')
  expect(mailServer.received).toHaveLength(59)
  expect(new Set(mailServer.received.map(({ to }) => to.toLowerCase())).size).toBe(59)
})

test('counts recipients, shows their letters and names the round', async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('PUT', '/api/admin/users/5', { group_template: 'BigClients' })
  await app.as('POST', '/api/admin/resend-email/5')
  await app.sql(`
    update clients set status = 'confirmed' where id = 6;
    update clients set excused_reason = 'declined', excused_at = now() where id in (7, 8)`)
  const dialog = await chooseBulk(page, app)
  await expect(dialog.getByLabel(/^Pending clients/)).toBeChecked()
  const figures = dialog.getByRole('table', { name: 'Recipients' })
  await expect(figures).toContainText('Emailed in the last 24 hours− 1')
  await dialog.getByLabel('Leave out 1 client who was emailed in the last 24 hours').uncheck()
  await expect(figures).toContainText(
    'Pending clients59Marked “Do not ask”− 2Recipients Show all 5757',
  )
  await expect(dialog).toContainText('None of them has answered.')
  await expect(dialog).toContainText(/In the round [A-Z][a-z]+ \d{4}\./)
  const letter = page.frameLocator('iframe[title="Preview of the letter"]')
  await expect(letter.getByText('Eleanor Whitfield').first()).toBeVisible()
  await dialog.getByLabel('Preview').selectOption('Big Clients, 1 client')
  await expect(dialog.getByRole('link', { name: 'Edit letter' })).toHaveAttribute(
    'href',
    '/email-templates/edit/BigClients',
  )
  await dialog.getByLabel(/^All clients/).check()
  await expect(figures).toContainText('All clients60Marked “Do not ask”− 2Recipients Show all 5858')
  await expect(dialog).toContainText('1 has answered and is asked again.')
  await expect(dialog.getByRole('button', { name: 'Send 58 Emails' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Show all 58' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/of 58 results$/)).toBeVisible()
})

test('says that last year’s round is still open', async ({ page, app }) => {
  await insertClients(app, 3)
  await app.as('POST', '/api/admin/resend-email/1')
  await app.sql(`
    update rounds set name = 'Spring 2025', due_on = '2025-03-31';
    update clients set email = '', mail_to = '' where id = 3`)
  const dialog = await chooseBulk(page, app)
  await expect(dialog).toContainText('will be outstanding: call them or write to them.')
  await expect(dialog).toContainText(
    'In the round Spring 2025, which was due on Mar 31, 2025: no reminder follows.',
  )
})

test('leaves out recently emailed clients unless the box is cleared', async ({
  page,
  app,
  mailServer,
}) => {
  await insertClients(app, 12)
  for (const id of [5, 6]) await app.as('POST', `/api/admin/resend-email/${id}`)
  const dialog = await chooseBulk(page, app)
  const leaveOut = dialog.getByLabel('Leave out 2 clients who were emailed in the last 24 hours')
  await expect(leaveOut).toBeChecked()
  await leaveOut.click()
  await expect(dialog.getByRole('button', { name: 'Send 12 Emails' })).toBeVisible()
  await leaveOut.click()
  const figures = dialog.getByRole('table', { name: 'Recipients' })
  await expect(figures).toContainText('Emailed in the last 24 hours− 2')
  await expect(leaveOut).toBeFocused()
  await dialog.getByRole('link', { name: 'Show all 10' }).click()
  await expect(page.getByText(/of 10 results$/)).toBeVisible()
  await button(page, 'Bulk Email').click()
  await dialog.getByRole('button', { name: 'Send 10 Emails' }).click()
  // The test's mail server rejects one email.
  await expect(page.getByText('Sent 9 emails successfully, 1 failed.').first()).toBeVisible()
  expect(mailServer.received).toHaveLength(11)
  expect(new Set(mailServer.received.map(({ to }) => to)).size).toBe(11)
})

test('lists a mailing’s recipients with their results and reasons', async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/user-management')
  await page.getByRole('link', { name: 'Mailings' }).click()
  const row = page.getByRole('row', { name: /Bulk email to all clients/ })
  await expect(row).toContainText(ADMIN.email)
  await expect(row).toContainText('Some failed')
  await row.getByRole('link').click()
  await expect(page.getByText('Showing 1 to 25 of 60 results')).toBeVisible()
  await page.getByLabel('Result').selectOption('Failed')
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  const failed = page.getByRole('row', { name: /3@example.com/ }).first()
  await expect(failed).toContainText('This address does not exist.')
  await expect(failed).toContainText('The server said: 550 5.1.1 User unknown')
  const download = page.waitForEvent('download')
  await button(page, 'Export as CSV').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('mailing-1.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.trim().split('\n')).toHaveLength(7)
  await page.getByLabel('Search').fill('no such client')
  await expect(page.getByText('No emails found')).toBeVisible()
  await expect(page).toHaveURL(/state=failed/)
  await page.getByLabel('Search').fill('')
  const name = await failed.getByRole('link').textContent()
  await failed.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
  await page.locator('label', { hasText: 'Emails' }).click()
  const mails = page.getByRole('list', { name: 'Emails' })
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await expect(mails).toContainText('This address does not exist.')
  await button(page, /^(Res|S)end Email$/).click()
  await showsToast(page, 'Email sent Verification email has been resent successfully')
  await expect(mails.getByRole('listitem')).toHaveCount(2)
  await expect(mails.getByRole('listitem').first()).toContainText('Sent')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  await expect(button(page, 'Retry Failed Emails (5)')).toBeVisible()
})

test('finds mailings by recipient and opens their emails', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const user = (await (await app.as('GET', '/api/admin/users/7')).json()) as { email: string }
  await app.as('POST', '/api/admin/resend-email/7')
  await app.as('POST', '/api/admin/resend-email/8')
  await signIn(page, app, '/mailings?recipients=all')
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await page.getByLabel('Search').fill(user.email)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await look(page, 'mailings-search')
  await expect(page.getByRole('link', { name: /^Resend to / })).toHaveCount(1)
  await page.getByRole('link', { name: 'Bulk email to all clients' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByLabel('Search')).toHaveValue(user.email)
  await page.goBack()
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No mailings found')).toBeVisible()
})

test('shows who answered a mailing, and only columns in use', async ({ page, app }) => {
  await insertClients(app, 12)
  await app.sql(
    `update clients set email = replace(email, '3@', '4@'), mail_to = replace(email, '3@', '4@')`,
  )
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await app.as('POST', '/api/admin/users/5/answers', { via: 'phone' })
  await app.sql(`
    update rounds set name = 'Spring 2027';
    insert into reminders (round_id, day, due_at, outcome) select id, 7, now(), 'missed' from rounds;
    update mailings set kind = 'reminder' where id = 1;
    insert into reminders (round_id, day, due_at, outcome, mailing_id)
      select id, 14, now() + interval '1 day', 'sent', 1 from rounds`)
  await signIn(page, app, '/mailings')
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText([
    'Mailing',
    'Started',
    'Recipients',
    'Sent',
    'Answered',
    'Result',
  ])
  const row = page.getByRole('row', { name: /Reminder 2 of Spring 2027/ })
  await expect(row).toContainText('1 of 12')
  await row.getByRole('link').click()
  await expect(headings).toHaveText(['Client', 'Result', 'Time', 'Answer'])
  await expect(page.getByRole('row', { name: /Confirmed/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /No answer yet/ })).toHaveCount(11)
})

test('retries only the failed emails of a mailing', async ({ page, app }) => {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/mailings/1')
  await button(page, 'Retry Failed Emails (6)').click()
  await expect(page).toHaveURL(/\/mailings\/2$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Retry of mailing 1')
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  await page.getByRole('link', { name: 'mailing 1' }).click()
  await expect(page.getByText(/Nothing left to retry: all/)).toBeVisible()
  await expect(button(page, /Retry Failed Emails/)).toBeHidden()
})

test.describe('at 20 emails a second', () => {
  test.use({ mailRate: '20' })

  test('continues a mailing after its dialog closes, and cancels the rest', async ({
    page,
    app,
    mailServer,
  }) => {
    await insertClients(app)
    const dialog = await chooseBulk(page, app)
    await dialog.getByRole('button', { name: SEND_EMAILS }).click()
    await expect(page.getByText('Sending bulk emails...')).toBeVisible()
    await button(page, 'Close and Keep Sending').click()
    await expect(dialog).toBeHidden()
    await button(page, 'Bulk Email').click()
    await expect(dialog).toContainText(`started by ${ADMIN.email}, is still running`)
    await expect(dialog.getByRole('button', { name: SEND_EMAILS })).toHaveAttribute('aria-disabled')
    await dialog.getByRole('link', { name: 'Show that mailing' }).click()
    const sent = page.getByText('Emails sent', { exact: true }).locator('..').locator('dd')
    const before = Number(await sent.textContent())
    await expect.poll(async () => Number(await sent.textContent())).toBeGreaterThan(before)
    await button(page, 'Cancel Mailing').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Mailing' }).click()
    await expect(toast(page, 'Mailing canceled')).toBeVisible()
    await expect(button(page, 'Cancel Mailing')).toBeHidden()
    await page.getByLabel('Result').selectOption('Canceled')
    await expect(page.getByRole('row', { name: /@example.com/ }).first()).toContainText('Canceled')
    expect(mailServer.received.length).toBeLessThan(500)
  })

  test('cancels the rest from the dialog and shows it in the result', async ({ page, app }) => {
    await insertClients(app)
    const dialog = await chooseBulk(page, app)
    await dialog.getByRole('button', { name: SEND_EMAILS }).click()
    await button(page, 'Cancel Unsent Emails').click()
    await expect(dialog).toContainText('emails were canceled and not sent.')
    await dialog.getByRole('link', { name: 'Show All Emails' }).click()
    await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  })
})

test.describe('with a dead mail server', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' }, ownServer: true })

  test('reports that no email is sent, without moving a row', {
    tag: '@pictures',
  }, async ({ page, app }) => {
    await insertClients(app)
    await page.setViewportSize({ width: 1280, height: 2400 })
    await signIn(page, app)
    const row = page.locator('tr[tabindex]').nth(3)
    const top = async () => Math.round((await row.boundingBox())!.y)
    await row.getByRole('checkbox').check()
    const before = await top()
    await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
    await expect(page.getByText('No email is being sent.')).toBeVisible()
    expect(await top()).toBe(before)

    await page.goto(`${app.url}/dashboard?limit=10`)
    await expect(page.getByText('No email is being sent.')).toBeVisible()
    await look(page, 'dashboard-mail-problem')
    await page.getByRole('link', { name: 'Show mailings' }).click()
    await page.getByRole('link', { name: 'Bulk email to all clients' }).click()
    await expect(page.getByText('No email is being sent.')).toBeVisible()
    await expect(page.getByText('cannot be reached').first()).toBeVisible()
    await expect(page.getByText('Showing 1 to 25 of 500 results')).toBeVisible()
    await look(page, 'mailing-waiting')
    await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden()
    await page.goto(`${app.url}/outbox`)
    await expect(page.getByText('There is no outbox', { exact: true })).toBeVisible()
    await expect(page.getByText('No email leaves this server yet')).toHaveCount(0)
  })
})
