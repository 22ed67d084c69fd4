import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { ADMIN, addClient, type House, insertClients, signIn, toast } from './house.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function chooseBulk(page: Page, house: House) {
  await signIn(page, house, '/user-management')
  await button(page, 'Bulk Email').click()
  return page.getByRole('dialog', { name: 'Bulk Email' })
}

test('a bulk email tells what it will do, whom it did not reach, and tries only those again', {
  tag: '@phone',
}, async ({ page, house, mailServer }) => {
  await insertClients(house, 60)
  await house.as('PUT', '/api/admin/users/2', { email: 'couple@example.com' })
  await house.as('PUT', '/api/admin/users/4', { email: 'Couple@example.com' })
  const dialog = await chooseBulk(page, house)
  await expect(dialog).toContainText('60 emails will be sent.')
  await expect(dialog).toContainText('2 share an address with another one')
  await dialog.getByLabel(/^Confirmed users/).check()
  await expect(dialog).toContainText('There is nobody to send to.')
  await expect(dialog.getByRole('button', { name: 'Send Emails' })).toHaveAttribute('aria-disabled')
  await dialog.getByLabel(/^All users/).check()
  await dialog.getByRole('button', { name: 'Send Emails' }).click()
  await expect(toast(page, 'Bulk Email Completed with Issues')).toBeVisible()
  await expect(page.getByText('Sent 54 emails successfully, 6 failed.').first()).toBeVisible()
  await dialog.getByText('Show the failed emails').click()
  await expect(dialog).toContainText('This address does not exist.')
  await dialog.getByRole('button', { name: 'Try the Failed Again (6)' }).click()
  await expect(toast(page, 'Bulk Email Success')).toBeVisible()
  await expect(dialog).toContainText('Those who were not reached')
  expect(mailServer.received).toHaveLength(60)
  expect(new Set(mailServer.received.map(({ to }) => to.toLowerCase())).size).toBe(59)
})

test('a mailing’s page tells who got it and who did not, in words and in the server’s own', async ({
  page,
  house,
}) => {
  await insertClients(house, 60)
  await house.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, house, '/user-management')
  await page.getByRole('link', { name: 'Mailings' }).click()
  const row = page.getByRole('row', { name: /Bulk email to all users/ })
  await expect(row).toContainText(ADMIN.email)
  await expect(row).toContainText('Some failed')
  await row.getByRole('link').click()
  await expect(page.getByText('Showing 1 to 25 of 60 results')).toBeVisible()
  await page.getByLabel('State').selectOption('Failed')
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
  const mails = page.getByRole('list', { name: 'Emails' })
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await expect(mails).toContainText('This address does not exist.')
  await button(page, 'Resend Email').click()
  await expect(toast(page, 'Email sent')).toBeVisible()
  await expect(mails.getByRole('listitem')).toHaveCount(2)
  await expect(mails.getByRole('listitem').first()).toContainText('Sent')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  await expect(button(page, 'Try the Failed Again (5)')).toBeVisible()
})

test('a client’s number stands behind the name, also where the name runs from right to left', async ({
  page,
  house,
}) => {
  const name = { first_name: 'عبد', last_name: 'العزيز' }
  await addClient(house, 1, { ...name, client_number: '1042' })
  await signIn(page, house, '/mailings/1')
  const row = page.getByRole('row', { name: /1042/ })
  const link = (await row.getByRole('link').boundingBox())!
  const number = (await row.getByText('1042', { exact: true }).boundingBox())!
  expect(number.x).toBeGreaterThan(link.x + link.width - 1)
})

test('the list of mailings tells which ones went to somebody, and each leads to what they got', {
  tag: '@pictures',
}, async ({ page, house }) => {
  await insertClients(house, 60)
  await house.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const user = (await (await house.as('GET', '/api/admin/users/7')).json()) as { email: string }
  await house.as('POST', '/api/admin/resend-email/7')
  await house.as('POST', '/api/admin/resend-email/8')
  await signIn(page, house, '/mailings?recipients=all')
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await page.getByLabel('Search').fill(user.email)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await look(page, 'mailings-search')
  await page.getByRole('link', { name: 'Bulk email to all users' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByLabel('Search')).toHaveValue(user.email)
  await page.goBack()
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No mailings found')).toBeVisible()
  await look(page, 'mailings-none-found')
})

test('a failed mailing is tried again from its page, for those alone who were not reached', async ({
  page,
  house,
}) => {
  await insertClients(house, 60)
  await house.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, house, '/mailings/1')
  await button(page, 'Try the Failed Again (6)').click()
  await expect(page).toHaveURL(/\/mailings\/2$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Second try of mailing 1')
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  await page.getByRole('link', { name: 'mailing 1' }).click()
  await expect(page.getByText('Nobody whom it failed to reach is still to be tried')).toBeVisible()
  await expect(button(page, /Try the Failed Again/)).toBeHidden()
  await page.goto(`${house.url}/mailings/99`)
  await expect(page.getByText('There is no such mailing.')).toBeVisible()
})

test.describe('when it takes a while', () => {
  test.use({ mailRate: '20' })

  test('a mailing goes on when its dialog is closed, keeps others back, and what is left can be canceled', async ({
    page,
    house,
    mailServer,
  }) => {
    await insertClients(house)
    const dialog = await chooseBulk(page, house)
    await dialog.getByRole('button', { name: 'Send Emails' }).click()
    await expect(page.getByText('Sending bulk emails...')).toBeVisible()
    await button(page, 'Close and let it run').click()
    await expect(dialog).toBeHidden()
    await button(page, 'Bulk Email').click()
    await expect(dialog).toContainText(`started by ${ADMIN.email}, is still running`)
    await expect(dialog.getByRole('button', { name: 'Send Emails' })).toHaveAttribute(
      'aria-disabled',
    )
    await dialog.getByRole('link', { name: 'Show that mailing' }).click()
    const sent = page.getByText('Emails sent', { exact: true }).locator('..').locator('dd')
    const before = Number(await sent.textContent())
    await expect.poll(async () => Number(await sent.textContent())).toBeGreaterThan(before)
    await button(page, 'Cancel Mailing').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Mailing' }).click()
    await expect(toast(page, 'Mailing canceled')).toBeVisible()
    await expect(button(page, 'Cancel Mailing')).toBeHidden()
    await page.getByLabel('State').selectOption('Canceled')
    await expect(page.getByRole('row', { name: /@example.com/ }).first()).toContainText('Canceled')
    expect(mailServer.received.length).toBeLessThan(500)
  })

  test('what is left is canceled from the dialog, too, and stands in the result', async ({
    page,
    house,
  }) => {
    await insertClients(house)
    const dialog = await chooseBulk(page, house)
    await dialog.getByRole('button', { name: 'Send Emails' }).click()
    await button(page, 'Cancel what is left').click()
    await expect(dialog).toContainText('emails were canceled and not sent.')
    await dialog.getByRole('link', { name: 'Show All Emails' }).click()
    await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  })
})

test.describe('with a dead mail server', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' }, ownServer: true })

  test('the dashboard and the mailing report that nothing goes out, and no row moves', {
    tag: '@pictures',
  }, async ({ page, house }) => {
    await insertClients(house)
    await page.setViewportSize({ width: 1280, height: 2400 })
    await signIn(page, house)
    const row = page.locator('tr[tabindex]').nth(3)
    const top = async () => Math.round((await row.boundingBox())!.y)
    await row.getByRole('checkbox').check()
    const before = await top()
    await house.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
    await expect(page.getByText('No email goes out just now.')).toBeVisible()
    expect(await top()).toBe(before)

    await page.goto(`${house.url}/dashboard?limit=10`)
    await expect(page.getByText('No email goes out just now.')).toBeVisible()
    await look(page, 'dashboard-trouble')
    await page.getByRole('link', { name: 'Show the mailings' }).click()
    await page.getByRole('link', { name: 'Bulk email to all users' }).click()
    await expect(page.getByText('Nothing goes out just now.')).toBeVisible()
    await expect(page.getByText('cannot be reached').first()).toBeVisible()
    await expect(page.getByText('Showing 1 to 25 of 500 results')).toBeVisible()
    await look(page, 'mailing-waiting')
    await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden()
    await page.goto(`${house.url}/outbox`)
    await expect(page.getByText('There is no outbox', { exact: true })).toBeVisible()
    await expect(page.getByText('No mail server is set')).toHaveCount(0)
  })
})
