import { expect, type Page } from '@playwright/test'
import { type App, insertClients, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The tests' servers live in New York. */
const localDay = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format()

/** Asks 60 clients; the email of 6 fails. */
async function askClients(app: App): Promise<void> {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
}

test('starts a round with a plan and shows what is wrong at its field', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await signIn(page, app, '/admin/rounds')
  await expect(page.getByText('No rounds yet')).toBeVisible()
  await look(page, 'rounds-empty')
  await button(page, 'Start Round').click()
  const dialog = page.getByRole('dialog', { name: 'Start Round' })
  await dialog.getByLabel('Name').fill('Fall')
  await dialog.getByLabel('Due Date').fill('2020-01-31')
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(dialog.getByText('The due date is in the past.')).toBeVisible()
  await dialog.getByLabel('Due Date').fill('2099-01-31')
  await dialog.getByLabel('Reminders').fill('soon')
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(dialog.getByText('Enter days as numbers, like 7, 14, 21')).toBeVisible()
  await dialog.getByLabel('Reminders').fill('7, 7')
  await dialog.getByLabel('Time').selectOption('10:00 AM')
  await dialog.getByLabel('Fri').uncheck()
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(dialog.getByText('Each reminder must be later than the one before')).toBeVisible()
  await look(page, 'rounds-start')
  await dialog.getByLabel('Reminders').fill('7, 14')
  await dialog.getByRole('button', { name: 'Start Round' }).click()
  await expect(page).toHaveURL(/\/admin\/rounds\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fall')
  const plan = page.getByRole('list', { name: 'Reminders' })
  await expect(plan.getByRole('listitem')).toHaveCount(2)
})

test('shows who is outstanding, by reason, and filters the list', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await askClients(app)
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await app.as('POST', '/api/admin/users/2/answers', { via: 'letter', city: 'Salem' })
  await app.as('PUT', '/api/admin/users/4/excuse', { reason: 'deceased' })
  await signIn(page, app, '/admin/rounds')
  await page.getByRole('region', { name: 'Open round' }).getByRole('link').click()
  const coverage = page.getByRole('region', { name: 'Coverage' })
  await expect(coverage.getByText('2 by phone, letter or in person')).toBeVisible()
  await expect(coverage).toContainText('Email cannot reach 6 of them')
  await expect(page.getByText('Showing 1 to 25 of 57 results')).toBeVisible()
  await look(page, 'round')
  await coverage.getByRole('button', { name: 'Email failed' }).click()
  await expect(page).toHaveURL(/reason=failed/)
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  const row = page.getByRole('row', { name: /This address does not exist\./ }).first()
  await expect(row.getByRole('link', { name: /555/ })).toHaveAttribute('href', /^tel:\d{10}$/)
  await page.getByRole('tab', { name: /^No answer yet/ }).click()
  await expect(page.getByText('Showing 1 to 25 of 51 results')).toBeVisible()
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No clients found')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), saveReport(page)])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
})

async function saveReport(page: Page) {
  await button(page, 'Report').click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
}

test('sends the letters of a new round from its page', { tag: '@phone' }, async ({ page, app }) => {
  await insertClients(app, 2)
  await app.as('POST', '/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })
  await signIn(page, app)
  const card = page.getByRole('region', { name: 'Open round' })
  await expect(card).toContainText('No letter has gone out yet.')
  await card.getByRole('link', { name: 'Open the Round' }).click()
  await expect(page.getByText('Not asked yet').first()).toBeVisible()
  await button(page, 'Send Letters').click()
  await button(page, 'Send Emails').click()
  await expect(toast(page, 'Bulk Email Success')).toBeVisible()
  await button(page, 'Done').click()
  await expect(button(page, 'Send Letters')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'No answer yet 2' })).toBeVisible()
})

test('records an answer from the list: unchanged details confirm', {
  tag: '@phone',
}, async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/admin/rounds/1?reason=failed')
  const record = page.getByRole('button', { name: /^Record Answer/ })
  await record.first().click()
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  await dialog.getByRole('button', { name: 'Record: Confirmed' }).click()
  await expect(toast(page, 'Recorded: Confirmed')).toBeVisible()
  await expect(page.getByText('Showing 1 to 5 of 5 results')).toBeVisible()
  await record.first().click()
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByRole('button', { name: 'Record: Updated' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill('found@example.com')
  await dialog.getByText('By letter').click()
  await dialog.getByLabel('Day').fill('2020-01-31')
  await dialog.getByRole('button', { name: 'Record: Updated' }).click()
  await expect(dialog.getByText(/The client was asked on/)).toBeVisible()
  await dialog.getByLabel('Day').fill(localDay())
  await dialog.getByRole('button', { name: 'Record: Updated' }).click()
  await expect(toast(page, 'Recorded: Updated')).toBeVisible()
  await expect(page.getByText('Showing 1 to 4 of 4 results')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call 4 Clients' })).toBeVisible()
})

const at = (page: Page, place: string) => page.getByText(place, { exact: true })

test('calls one client after the other by keys', { tag: '@phone' }, async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/admin/rounds/1')
  await page.getByRole('link', { name: 'Call 6 Clients' }).click()
  await expect(at(page, '1 of 6')).toBeVisible()
  const name = page.getByRole('heading', { level: 2 })
  const first = await name.textContent()
  await page.getByLabel('Note').fill('Call after 3')
  // A key that types presses no button.
  await expect(at(page, '1 of 6')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await expect(at(page, '2 of 6')).toBeVisible()
  await expect(name).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `Saved for ${first}` })).toContainText(
    'left a message',
  )
  await page.keyboard.press('p')
  await expect(name).toHaveText(first!)
  await expect(page.getByRole('list', { name: 'Contact so far' })).toContainText(
    'admin: “Call after 3”',
  )
  await page.keyboard.press('n')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  await page.keyboard.press('1')
  await dialog.getByRole('button', { name: 'Record: Confirmed' }).click()
  await expect(at(page, '3 of 6')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.press('n')
  for (const place of [4, 5, 6]) {
    await expect(at(page, `${place} of 6`)).toBeVisible()
    await page.keyboard.press('1')
  }
  await expect(page.getByText('End of the list')).toBeVisible()
  await button(page, 'Call 1 Skipped Client').click()
  await button(page, 'Will Answer').click()
  await expect(at(page, '4 of 6')).toBeVisible()
})

test('names what is left before a round closes, and keeps it', { tag: '@phone' }, async ({
  page,
  app,
}) => {
  await askClients(app)
  await signIn(page, app, '/admin/rounds/1')
  await button(page, 'Close Round').click()
  const dialog = page.getByRole('dialog', { name: /^Close / })
  await expect(dialog).toContainText('0 of 60 clients have answered.')
  await expect(dialog).toContainText('No answer yet54')
  await expect(dialog).toContainText('Email failed6')
  await dialog.getByRole('button', { name: 'Close Round' }).click()
  await expect(toast(page, 'Round closed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed')
  await expect(button(page, /^Record Answer/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0)
  await expect(button(page, 'Send Now')).toHaveCount(0)
  await page.goto(`${app.url}/admin/rounds/1/calls`)
  await expect(page.getByText('This round is closed')).toBeVisible()
  await page.goto(`${app.url}/admin/rounds`)
  await expect(page.getByRole('list', { name: 'Closed rounds' })).toContainText('0% answered')
  await expect(button(page, 'Start Round')).toBeVisible()
  await page.goto(`${app.url}/admin/rounds/99`)
  await expect(page.getByText('There is no such round.')).toBeVisible()
})

test('shows the open round on the dashboard with its next step', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 60)
  await signIn(page, app)
  await expect(page.getByText('Showing 1 to 25 of 60 results')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open round' })).toHaveCount(0)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const card = page.getByRole('region', { name: 'Open round' })
  await expect(card).toContainText('0% have answered')
  await expect(card).toContainText('Email cannot reach 6 clients.')
  await look(page, 'dashboard-round')
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await expect(card).toContainText('59')
  await card.getByRole('link', { name: 'Call 6 Clients' }).click()
  await expect(page.getByRole('heading', { name: 'Call clients' })).toBeVisible()
})

test('marks a client who must not be asked, and asks again', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 3)
  await signIn(page, app, '/user-management/1')
  await button(page, 'Do Not Ask').click()
  const dialog = page.getByRole('dialog', { name: /^Do not ask/ })
  await dialog.getByLabel(/^Asked us not to write/).check()
  await dialog.getByLabel(/^Note/).fill('By phone')
  await look(page, 'client-do-not-ask')
  await dialog.getByRole('button', { name: 'Do Not Ask' }).click()
  const notice = page.getByRole('region', { name: 'Do Not Ask' })
  await expect(notice).toContainText('Do not ask: Asked us not to write.')
  await expect(notice).toContainText('by admin@example.com: “By phone”')
  await expect(button(page, 'Resend Email')).toHaveCount(0)
  await look(page, 'client-excused')
  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page.getByRole('row', { name: /^Do Not Ask/ }).first()).toContainText(
    'Asked us not to write',
  )
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByTitle('Do not ask: Asked us not to write')).toBeVisible()
  await page.goto(`${app.url}/user-management/1`)
  await button(page, 'Ask Again').click()
  await expect(toast(page, 'May be asked again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(button(page, 'Do Not Ask')).toBeVisible()
})

test('asks before a client who has answered is asked again', {
  tag: '@phone',
}, async ({ page, app }) => {
  await insertClients(app, 1)
  await signIn(page, app, '/user-management/1')
  await button(page, 'Record an Answer').click()
  await button(page, 'Record: Confirmed').click()
  await expect(toast(page, 'Recorded: Confirmed')).toBeVisible()
  await button(page, 'Resend Email').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/\w+ confirmed on \w+ \d+\. Ask again\?/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${app.url}/user-management`)
  await button(page, /^Resend/).click()
  await question.getByRole('button', { name: 'Ask Again' }).click()
  await expect(toast(page, 'Email sent')).toBeVisible()
  await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
  await button(page, /^Resend/).click()
  await expect(question).toHaveCount(0)
})

test('skips, pauses and sends reminders', { tag: '@phone' }, async ({ page, app }) => {
  await askClients(app)
  await app.sql("update messages set settled_at = settled_at - interval '2 days'")
  await signIn(page, app, '/admin/rounds/1')
  const plan = page.getByRole('list', { name: 'Reminders' }).getByRole('listitem')
  await expect(page.getByText('54 reminders go out by themselves.')).toBeVisible()
  await button(page, 'Skip This One').click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Skip This One' }).click()
  await expect(plan.first()).toContainText('Skipped')
  await button(page, 'Pause Reminders').click()
  await expect(page.getByText('No reminder goes out until you resume them.')).toBeVisible()
  await button(page, 'Resume Reminders').click()
  await expect(page.getByText('54 reminders go out by themselves.')).toBeVisible()
  await button(page, 'Send Now').click()
  await question.getByRole('button', { name: 'Send Now' }).click()
  await expect(toast(page, 'To 54 clients.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sent' })).toBeVisible()
  await button(page, 'Edit Plan').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Round' })
  await dialog.getByLabel('Reminders').fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Round saved')).toBeVisible()
  await expect(plan.last()).toContainText('Planned')
})
