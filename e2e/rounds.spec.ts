import { expect, type Page } from '@playwright/test'
import { ADMIN, type App, answer, insertClients, linkIn, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const DAY_MS = 24 * 60 * 60 * 1000

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
