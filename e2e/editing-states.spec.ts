import { expect } from '@playwright/test'
import { signIn, test, toast } from './app.ts'
import { addHardClients } from './hard-clients.ts'
import { look } from './look.ts'

test('shows a client with long values at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  const { long } = await addHardClients(app)
  await app.as('PUT', `/api/admin/users/${long}`, { address: '1 Main St', city: 'Boston' })
  await signIn(page, app)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await look(page, 'dashboard-long')
  await page
    .getByRole('button', { name: /^View Changes of Max/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Last change')).toBeVisible()
  await look(page, 'details-long')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeVisible()
  await look(page, 'edit-dialog-long')
  await page.goto(`${app.url}/user-management/${long}`)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Created')
  await look(page, 'client-long')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await look(page, 'client-long-edited')
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, 'client-long-asking')
  await page.goto(`${app.url}/user-management/${long}?tab=history`)
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
  await look(page, 'history-long')
})

test('shows field errors at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  const { rtl } = await addHardClients(app)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog')
  for (const label of ['First Name', 'Last Name', 'Phone Number', 'City', 'Zip Code'])
    await dialog.getByLabel(label).fill('02134')
  await dialog.getByLabel('Phone Number').fill('617-555-0101')
  await dialog.getByLabel('Address').fill('1 Main St')
  await dialog.getByLabel('State').selectOption('Massachusetts')
  await dialog.getByLabel('Email').fill('ann@example.com')
  await dialog.getByLabel('Client Number').fill('RTL-1')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByLabel('Client Number')).toHaveAccessibleDescription(/\w/)
  await page.keyboard.press('F8')
  await look(page, 'create-number-taken')

  await page.goto(`${app.url}/dashboard`)
  await page
    .getByRole('button', { name: /^View Changes/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByLabel('Client Number').fill('')
  await dialog.getByLabel('First Name').fill('x'.repeat(300))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await look(page, 'edit-dialog-refused')
  await dialog.getByLabel('Email').fill('abd@example.com')
  await dialog.getByLabel('Client Number').fill('RTL-1')
  await dialog.getByLabel('First Name').fill('Abd')
  await app.as('PUT', `/api/admin/users/${rtl}`, { address: '2 Main St', alt_number: null })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Someone changed this record')).toBeVisible()
  await look(page, 'edit-dialog-conflict')

  await page.goto(`${app.url}/user-management/${rtl}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  for (const name of ['First Name', 'Email', 'Client Number', 'City', 'Zip Code'])
    await page.getByRole('textbox', { name }).fill('')
  await page.getByLabel('State').selectOption('Select a state')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('City is required')).toBeVisible()
  await look(page, 'client-refused')
})

test('shows notices at both widths, light and dark', { tag: ['@pictures', '@slow'] }, async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  const { rtl } = await addHardClients(app)
  await signIn(page, app, `/user-management/${rtl}`)
  await page.getByRole('button', { name: /^(Res|S)end Email$/ }).click()
  await expect(toast(page, 'Email kept in the outbox')).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'toast-done')
  const message = 'The mail server refused us: too many connections from this address. '.repeat(4)
  await page.route('**/resend-email/*', (route) =>
    route.fulfill({ status: 500, body: JSON.stringify({ message }) }),
  )
  await page.getByRole('button', { name: /^(Res|S)end Email$/ }).click()
  await expect(toast(page, 'Failed to send email')).toBeVisible()
  await page.keyboard.press('F8')
  await look(page, 'toast-failed')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Account' }).focus()
  await expect(page.getByRole('tooltip')).toBeAttached()
  await look(page, 'tooltip')
})
