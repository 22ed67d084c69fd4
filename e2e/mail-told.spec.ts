import { expect, type Page } from '@playwright/test'
import { type House, importQuietly, signIn, test, toast } from './house.ts'

async function openBulk(page: Page, house: House) {
  await importQuietly(house, 'clients-500.csv')
  await signIn(page, house)
  await page.goto(`${house.url}/user-management`)
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  return page.getByRole('dialog', { name: 'Bulk Email' })
}

test('emails that were canceled because their clients had answered are not told as sent', async ({
  page,
  house,
}) => {
  await page.route('**/api/admin/mailings/*', async (route) => {
    const response = await route.fetch()
    const mailing = await response.json()
    const { emailsSent, emailsWaiting } = mailing
    const one = emailsWaiting === 0 && { emailsSent: emailsSent - 1, emailsCanceled: 1 }
    await route.fulfill({ response, json: { ...mailing, ...one } })
  })
  const dialog = await openBulk(page, house)
  await dialog.getByRole('button', { name: 'Send Emails' }).click()
  await expect(
    toast(page, 'Sent 499 emails successfully, 0 failed. 1 email was canceled and not sent.'),
  ).toBeVisible()
})

test('while emails are sent the keyboard does not get behind the overlay', async ({
  page,
  house,
}) => {
  const dialog = await openBulk(page, house)
  await page.route('**/api/admin/bulk-send-emails', () => {})
  await dialog.getByRole('button', { name: 'Send Emails' }).click()
  await expect(dialog.getByText('Sending bulk emails...')).toBeVisible()
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.locator('input:focus, button:focus')).toHaveCount(0)
  }
})

test('how many emails it would be is told, also when it could not be read at first', async ({
  page,
  house,
}) => {
  const preview = '**/bulk-send-emails/preview*'
  await page.route(preview, (route) => route.abort())
  const dialog = await openBulk(page, house)
  await expect(dialog).toContainText('How many emails it would be could not be read.')
  await page.unroute(preview)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('500 emails will be sent.')
})

test('a letter without a link is told before it is sent', async ({ page, house }) => {
  const url = '/api/admin/email-templates/GeneralClients'
  const template = (await (await house.as('GET', url)).json()) as object
  await house.as('PUT', url, { ...template, addressLabel: '', buttonText: '', textContent: '' })
  const dialog = await openBulk(page, house)
  await expect(dialog).toContainText('500 get a letter without a link')
})

test('a test email that cannot be sent leads to what is wrong, on whatever tab it is', async ({
  page,
  house,
}) => {
  await signIn(page, house)
  await page.goto(`${house.url}/email-templates/edit/GeneralClients`)
  await page.getByLabel('Greeting').fill('Dear {{firstname}},')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await page.getByRole('button', { name: 'Test Email' }).click()
  await expect(page.getByLabel('Greeting')).toBeFocused()
  await expect(page.getByText('Unknown placeholder {{firstname}}')).toBeVisible()
})

test.describe('with a mail server', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })

  test('the outbox says only that there is none', async ({ page, house }) => {
    await signIn(page, house)
    await page.goto(`${house.url}/outbox`)
    await expect(page.getByText('There is no outbox', { exact: true })).toBeVisible()
    await expect(page.getByText('No mail server is set')).toHaveCount(0)
  })
})
