import { expect, type Page } from '@playwright/test'
import { type App, insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const results = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`of ${count} results$`))).toBeVisible()

/** Opens the list of 60 clients. The first ten are in another group. */
async function openList(page: Page, app: App, search = '') {
  await insertClients(app, 60)
  await app.sql(
    `update clients set group_template = 'BigClients' where id in (select id from clients order by id limit 10)`,
  )
  await signIn(page, app, `/user-management${search}`)
}

async function selectAllMatches(page: Page, count: number) {
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, `Select All ${count}`).click()
  await expect(page.getByText(`${count} selected`)).toBeVisible()
}

async function choose(page: Page, action: string) {
  await button(page, 'Actions').click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('filters the list, keeps the filter in the address and clears it', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openList(page, app)
  await results(page, 60)
  await button(page, 'Filters').click()
  await page.getByLabel('Group').selectOption('Big Clients')
  await results(page, 10)
  await page.getByLabel('Last email').selectOption('Never')
  await results(page, 10)
  await look(page, 'list-filters')
  await expect(page).toHaveURL(/group=BigClients/)
  await page.reload()
  await results(page, 10)
  await expect(page.getByText('Group: Big Clients')).toBeVisible()
  await button(page, 'Remove the filter Last email').click()
  await expect(page).toHaveURL(/user-management\?group=BigClients$/)
  await button(page, 'Filters').click()
  await page.getByLabel('Open round').selectOption('Answered')
  await expect(page.getByText('No users found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await results(page, 60)
  await expect(page).toHaveURL(/user-management$/)
})

test('deletes all matching clients only after the number is typed', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openList(page, app, '?group=GeneralClients')
  await selectAllMatches(page, 50)
  await button(page, 'Delete Selected').click()
  const dialog = page.getByRole('dialog', { name: 'Delete 50 clients?' })
  await dialog.getByLabel(/enter the number/).fill('25')
  await expect(dialog.getByRole('button', { name: 'Delete 50 Clients' })).toBeDisabled()
  await look(page, 'list-delete-many')
  await dialog.getByLabel(/enter the number/).fill('50')
  await dialog.getByRole('button', { name: 'Delete 50 Clients' }).click()
  await expect(toast(page, '50 user(s) have been deleted successfully')).toBeVisible()
  await expect(page.getByText('No users found', { exact: true })).toBeVisible()
})

test('acts on the shown selection only, and only once', async ({ page, app }) => {
  await openList(page, app, '?limit=50')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Delete Selected').click()
  await expect(page.getByRole('dialog', { name: 'Delete 50 clients?' })).toBeVisible()

  await test.step('keeps the rows on screen when one of all matches is deselected', async () => {
    await page.goto(`${app.url}/user-management`)
    await selectAllMatches(page, 60)
    await button(page, 'Next').click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText('60 selected')).toBeVisible()
    const row = page.getByRole('row').nth(1)
    await expect(row).toHaveText(/^26\D/)
    await row.getByRole('checkbox').uncheck()
    await expect(page.getByText('24 selected')).toBeVisible()
  })

  await test.step('sends nothing twice after a lost reply', async () => {
    await page.goto(`${app.url}/user-management?group=BigClients`)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.route('**/bulk-send-emails', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Send 10 Emails' })
    await choose(page, 'Send Email')
    await send.click()
    await expect(page.getByText('The server did not confirm').first()).toBeVisible()
    await page.unroute('**/bulk-send-emails')
    await expect(page.getByText('10 selected')).toBeVisible()
    // `click` waits for a running mailing, which blocks the button.
    await dialog.getByLabel('Leave out 10 clients who were emailed in the last 24 hours').uncheck()
    await send.click()
    await expect(page.getByText(/^\d+ emails? kept in the outbox$/).first()).toBeVisible()
    const mailings = await (await app.as('GET', '/api/admin/mailings')).json()
    expect(mailings.total).toBe(1)
  })

  await test.step('refuses to act when the list has changed', async () => {
    await page.goto(`${app.url}/user-management?group=GeneralClients`)
    await selectAllMatches(page, 50)
    await app.sql('delete from clients where id = (select max(id) from clients)')
    await choose(page, 'Send Email')
    const bulk = page.getByRole('dialog', { name: 'Bulk Email' })
    await expect(bulk).toContainText('50 matched, now 49 do.')
    await expect(bulk.getByRole('button', { name: 'Send Emails' })).toHaveAttribute('aria-disabled')
    await bulk.getByRole('button', { name: 'Cancel' }).click()
    await choose(page, 'Change Group')
    const dialog = page.getByRole('dialog', { name: 'Change group' })
    await dialog.getByLabel('Template Group').selectOption('Big Clients')
    await dialog.getByRole('button', { name: 'Change Group' }).click()
    await expect(page.getByText(/50 matched, now 49 do/).first()).toBeVisible()
  })
})

test('shows how many selected clients a reminder reaches', async ({ page, app }) => {
  await openList(page, app)
  const question = page.getByRole('alertdialog')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await choose(page, 'Send Reminder')
  await expect(question).toContainText('No round is open.')
  await question.getByRole('button', { name: 'Close' }).click()
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await app.sql(`update mailings set created_at = created_at - interval '2 days';
    update messages set settled_at = settled_at - interval '2 days' where client_id > 20`)
  await page.reload()
  await selectAllMatches(page, 60)
  await choose(page, 'Send Reminder')
  await expect(question).toContainText('It goes to 40 of 60 clients')
  await question.getByRole('button', { name: 'Send 40 Reminders' }).click()
  await expect(toast(page, 'To 40 clients.')).toBeVisible()
})

test('emails, regroups and exports a selection', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await openList(page, app, '?group=BigClients')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await choose(page, 'Export')
  const saved = page.waitForEvent('download')
  await button(page, 'Export as CSV').click()
  expect((await saved).suggestedFilename()).toMatch(/^clients-.*\.csv$/)
  await choose(page, 'Change Group')
  const dialog = page.getByRole('dialog', { name: 'Change group' })
  await dialog.getByLabel('Template Group').selectOption('Dismissing Clients')
  await dialog.getByRole('button', { name: 'Change Group' }).click()
  await expect(toast(page, '10 clients are in another group now.')).toBeVisible()
  await page.goto(`${app.url}/user-management?group=DismissingClients`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await choose(page, 'Send Email')
  const bulk = page.getByRole('dialog', { name: 'Bulk Email' })
  await expect(bulk).toContainText('Selected clients10')
  await expect(bulk).toContainText('Dismissing Clients')
  await expect(bulk).toContainText('None was emailed before.')
  await look(page, 'list-email')
  await bulk.getByRole('button', { name: 'Send 10 Emails' }).click()
  await expect(page.getByText(/^\d+ emails? kept in the outbox$/).first()).toBeVisible()
  await expect(page.getByText('10 selected')).toHaveCount(0)
  await expect
    .poll(async () => (await (await app.as('GET', '/api/admin/mailings')).json()).total)
    .toBe(1)
})
