import { expect, type Page } from '@playwright/test'
import { type App, addClient, showsToast, signIn, test } from './app.ts'
import { look } from './look.ts'

const records = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('listitem')

async function openHistory(page: Page, app: App, id: number): Promise<void> {
  await signIn(page, app, `/user-management/${id}?tab=history`)
}

test('shows all records and deletes them by one call', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  const id = await addClient(app, 1)
  for (let n = 1; n < 105; n++) {
    await app.as('PUT', `/api/admin/users/${id}`, { address: `${n} Elm Street` })
  }
  await openHistory(page, app, id)
  await expect(records(page)).toHaveCount(105)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByRole('button', { name: 'Delete Selected (105)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await showsToast(page, 'Change record deleted 105 records were deleted.')
  await expect(page.getByText('No change history available.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select All' })).toHaveCount(0)
  await look(page, 'history-empty')
  expect(calls).toEqual(['POST /api/admin/audit-logs/delete'])
})

const confirmDeletion = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')

test('keeps the focus when the last records are deleted', async ({ page, app }) => {
  const id = await addClient(app, 1)
  const focused = page.locator(':focus')
  await openHistory(page, app, id)
  await page.getByRole('button', { name: /^Delete the change/ }).press('Enter')
  await confirmDeletion(page)
  await expect(page.getByText('No change history available.')).toBeVisible()
  await expect(focused).toHaveAttribute('id', 'main')

  const deleteAll = async () => {
    await expect(records(page)).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select All' }).check()
    await page.getByRole('button', { name: 'Delete Selected (2)' }).press('Enter')
    await confirmDeletion(page)
    await showsToast(page, 'Change record deleted 2 records were deleted.')
    await expect(records(page)).toHaveCount(0)
  }
  for (const city of ['Salem', 'Lynn']) await app.as('PUT', `/api/admin/users/${id}`, { city })
  await page.reload()
  await deleteAll()
  await expect(focused).toHaveAttribute('id', 'main')

  await app.as('PUT', `/api/admin/users/${id}`, { city: 'Boston' })
  await app.as('DELETE', `/api/admin/users/${id}`)
  await page.reload()
  await deleteAll()
  await expect(focused).toHaveAttribute('id', 'main')
})

test('names a deleted template in the history', async ({ page, app }) => {
  const id = await addClient(app, 1)
  const letter = { name: 'Spring Letter 2026', subject: 'Hello', greeting: 'Dear client,' }
  await app.as('POST', '/api/admin/email-templates', letter)
  for (const group_template of ['spring-letter-2026', 'GeneralClients'])
    await app.as('PUT', `/api/admin/users/${id}`, { group_template })
  await app.as('DELETE', '/api/admin/email-templates/spring-letter-2026')
  await page.route('**/api/admin/email-templates', (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await openHistory(page, app, id)
  const last = records(page).first()
  await expect(last).toContainText('Spring Letter 2026')
  await expect(last).toContainText('General Clients')
  await expect(records(page).filter({ hasText: /spring-letter|GeneralClients/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Spring Letter 2026')
  const template = page
    .getByRole('region', { name: /Details|Summary/ })
    .getByText('Group Template', { exact: true })
    .locator('xpath=following-sibling::dd')
  await expect(template).toHaveText(['Not available', 'Not available'])
})
