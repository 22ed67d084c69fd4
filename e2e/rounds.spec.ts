import { expect, type Page } from '@playwright/test'
import { insertClients, SEND_EMAILS, showsToast, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'
import { askClients, button } from './round.ts'

test('starts a round with a plan and shows errors at their fields', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app, '/rounds')
  await expect(page.getByText('No rounds yet')).toBeVisible()
  await look(page, 'rounds-empty')
  await button(page, 'Start Round').click()
  const dialog = page.getByRole('dialog', { name: 'Start Round' })
  await dialog.getByLabel('Name').fill('Fall')
  await dialog.getByLabel('First letters to').selectOption('Nobody yet')
  await dialog.getByLabel('Due Date').fill('2020-01-31')
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(dialog.getByText('The due date is in the past.')).toBeVisible()
  await dialog.getByLabel('Due Date').fill('2099-01-31')
  const reminder = dialog.getByLabel('Reminder 1', { exact: true })
  await reminder.fill('2020-02-01')
  await dialog.getByLabel('Time of reminders').selectOption('10:00 AM')
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(dialog.getByText('A reminder must come after the day of the first')).toBeVisible()
  await look(page, 'rounds-start')
  await dialog.getByRole('button', { name: 'Remove Reminder 1' }).click()
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(page).toHaveURL(/\/rounds\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fall')
  const plan = page.getByRole('list', { name: 'Reminders' })
  await expect(plan.getByRole('listitem')).toHaveCount(2)
})

test('shows who is outstanding, by reason, and filters the list', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await askClients(app)
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await app.as('POST', '/api/admin/users/2/answers', { via: 'letter', city: 'Salem' })
  await app.as('PUT', '/api/admin/users/4/excuse', { reason: 'left' })
  await signIn(page, app, '/rounds')
  await page.getByRole('region', { name: 'Open round' }).getByRole('link').click()
  const coverage = page.getByRole('region', { name: 'Coverage' })
  await expect(coverage.getByText('2 by phone, letter or in person')).toBeVisible()
  await expect(coverage).toContainText('Email cannot reach 6 of them')
  await expect(coverage).toContainText('1 no longer a client')
  await expect(page.getByText('Showing 1 to 25 of 57 results')).toBeVisible()
  await look(page, 'round')
  // Nine mailings of one day make a row of the chart's hidden table that is wider than a phone.
  await app.sql(`insert into mailings (kind, admin_email, created_at, round_id)
    select 'import', '', now(), 1 from generate_series(1, 9)`)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await expect(coverage).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await coverage.getByRole('button', { name: 'Email failed' }).click()
  await expect(page).toHaveURL(/reason=failed/)
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  const row = page.getByRole('row', { name: /This address does not exist\./ }).first()
  await expect(row.getByRole('link', { name: /555/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  await expect(row.getByRole('link', { name: 'or correct the email' })).toBeVisible()
  await page.getByRole('tab', { name: /^No answer yet/ }).click()
  await expect(page.getByText('Showing 1 to 25 of 51 results')).toBeVisible()
  await button(page, 'Export').click()
  await expect(page.getByRole('dialog')).toContainText('data of 51 chosen clients.')
  const exported = page.waitForRequest(/\/api\/admin\/export\?round=asked/)
  await button(page, 'Export as CSV').click()
  await exported
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No clients found')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), saveReport(page)])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await button(page, 'Report').click()
  await page.getByRole('menuitem', { name: 'Corrections Since…' }).click()
  await expect(page.getByRole('dialog').getByText(/^Start of /)).toBeVisible()
})

async function saveReport(page: Page) {
  await button(page, 'Report').click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
}

test('sends the letters of a new round from its page', { tag: '@journey' }, async ({
  page,
  app,
}) => {
  await insertClients(app, 2)
  await app.as('POST', '/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })
  await signIn(page, app)
  const card = page.getByRole('region', { name: 'Open round' })
  await expect(card).toContainText('No letter has gone out yet.')
  await card.getByRole('link', { name: 'Open the Round' }).click()
  await expect(page.getByText('2 clients of the list are not in this round')).toBeVisible()
  await button(page, 'Send Letters').click()
  await button(page, SEND_EMAILS).click()
  await showsToast(page, 'Bulk Email Success Successfully sent verification emails to all 2 users.')
  await button(page, 'Done').click()
  await expect(button(page, 'Send Letters')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'No answer yet 2' })).toBeVisible()
})

test('lists outstanding clients before the close and keeps them afterwards', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await askClients(app)
  const made = await app.as('POST', '/api/admin/letters', { selection: { ids: [1, 2] } })
  const { batchId } = (await made.json()) as { batchId: number }
  await app.as('GET', `/api/admin/letters/${batchId}/pdf`)
  await signIn(page, app, '/rounds/1')
  await button(page, 'Close Round').click()
  const dialog = page.getByRole('dialog', { name: /^Close / })
  await expect(dialog).toContainText('0 of 60 clients have answered.')
  await expect(dialog).toContainText('No answer yet54')
  await expect(dialog).toContainText('Email failed6')
  await expect(dialog).toContainText('54 clients may still answer by the link')
  await expect(dialog).toContainText('2 letters are printed, but not marked as mailed.')
  await look(page, 'round-close')
  await dialog.getByRole('button', { name: 'Close Round' }).click()
  await expect(toast(page, 'Round closed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed')
  await expect(button(page, /^Record an Answer/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0)
  await expect(button(page, 'Send Now')).toHaveCount(0)
  await look(page, 'round-closed')
  await page.goto(`${app.url}/rounds/1/calls`)
  await expect(page.getByText('This round is closed')).toBeVisible()
  await page.goto(`${app.url}/rounds`)
  await expect(page.getByRole('list', { name: 'Closed rounds' })).toContainText('0% answered')
  await expect(button(page, 'Start Round')).toBeVisible()
  await look(page, 'rounds-closed')
})

test('shows the open round on the dashboard with its next step', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 60)
  await signIn(page, app)
  await expect(page.getByText('Showing 1 to 25 of 60 results')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open round' })).toHaveCount(0)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const card = page.getByRole('region', { name: 'Open round' })
  // No card appears, as it would move the rows.
  await expect(page.getByText(/The last mailing was started/)).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(card).toContainText('0% have answered')
  await expect(card).toContainText('Email cannot reach 6 clients.')
  await look(page, 'dashboard-round')
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await expect(card).toContainText('59')
  await card.getByRole('link', { name: 'Call 6 Clients' }).click()
  await expect(page.getByRole('heading', { name: 'Call clients' })).toBeVisible()
  await page.goBack()
  await expect(card).toBeVisible()
  await app.as('POST', '/api/admin/rounds/1/close')
  const closed = page.getByRole('region', { name: 'Closed round' })
  await expect(closed).toContainText(/Closed \w+ \d+\./)
  await expect(closed.getByRole('link', { name: /^Call/ })).toBeHidden()
})

test('skips only the confirmed reminder and keeps an edited plan', async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/rounds/1')
  const skipped = page.getByText('Skipped', { exact: true })
  await button(page, 'Skip This One').click()
  await app.as('POST', '/api/admin/rounds/1/remind', { day: 7, skip: true })
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await expect(skipped).toHaveCount(1)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip This One' }).click()
  await expect(page.getByText(/^This reminder was sent or skipped meanwhile/).first()).toBeVisible()
  await expect(skipped).toHaveCount(1)
  await expect(button(page, 'Skip This One')).toBeFocused()

  await test.step('keeps an edited plan when a colleague closes the round', async () => {
    await button(page, 'Edit Plan').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Round' })
    const name = dialog.getByLabel('Name')
    await name.fill('Fall again')
    await app.as('POST', '/api/admin/rounds/1/close')
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toContainText(
      'Closed',
    )
    await expect(name).toHaveValue('Fall again')
  })
})

test('shows a round’s letter when the templates load late', async ({ page, app }) => {
  const round = { name: 'Fall', due_on: '2099-01-31', template_id: 'BigClients' }
  await app.as('POST', '/api/admin/rounds', round)
  const templates = Promise.withResolvers<void>()
  await page.route('**/api/admin/email-templates', async (route) => {
    await templates.promise
    await route.continue()
  })
  await signIn(page, app, '/rounds/1')
  await button(page, 'Edit Plan').click()
  const letter = page.getByRole('dialog').getByLabel('Letter')
  await expect(letter).toBeVisible()
  templates.resolve()
  await expect(letter).toHaveValue('BigClients')
})

test('skips, pauses and sends reminders', { tag: '@journey' }, async ({ page, app }) => {
  await askClients(app)
  await app.sql("update messages set settled_at = settled_at - interval '2 days'")
  await signIn(page, app, '/rounds/1')
  const plan = page.getByRole('list', { name: 'Reminders' }).getByRole('listitem')
  await expect(page.getByText('It goes out by itself, to 54 clients.')).toBeVisible()
  await button(page, 'Skip This One').click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Skip This One' }).click()
  await expect(plan.first()).toContainText('Skipped')
  await button(page, 'Pause Reminders').click()
  await expect(
    page.getByText('No reminder goes out until you press Resume Reminders.'),
  ).toBeVisible()
  await button(page, 'Resume Reminders').click()
  await expect(page.getByText('It goes out by itself, to 54 clients.')).toBeVisible()
  await button(page, 'Send Now').click()
  await question.getByRole('button', { name: 'Send Now' }).click()
  await expect(toast(page, 'To 54 clients.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sent' })).toBeVisible()
  await button(page, 'Edit Plan').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Round' })
  await dialog.getByRole('button', { name: 'Add Reminder' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Round saved')).toBeVisible()
  await expect(plan.last()).toContainText('Planned')
})
