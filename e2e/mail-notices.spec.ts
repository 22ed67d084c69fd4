import { expect, type Page } from '@playwright/test'
import {
  type App,
  insertClients,
  leaveOutNobody,
  SEND_EMAILS,
  showsToast,
  signIn,
  test,
  written,
} from './app.ts'
import { openSlowServer } from './slow-server.ts'

async function openBulk(page: Page, app: App) {
  await insertClients(app, 60)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  return page.getByRole('dialog', { name: 'Bulk Email' })
}

test('does not count canceled emails as sent', async ({ page, app }) => {
  await page.route('**/api/admin/mailings/*', async (route) => {
    const response = await route.fetch()
    const mailing = await response.json()
    const { emailsSent, emailsWaiting } = mailing
    const one = emailsWaiting === 0 && { emailsSent: emailsSent - 1, emailsCanceled: 1 }
    await route.fulfill({ response, json: { ...mailing, ...one } })
  })
  const dialog = await openBulk(page, app)
  await dialog.getByRole('button', { name: SEND_EMAILS }).click()
  const [title, why] = written('59 emails').split(/(?= Nobody)/)
  await showsToast(page, `${title} 1 email was canceled and not sent.${why}`)
})

test('keeps the keyboard in the overlay during a mailing', async ({ page, app }) => {
  const dialog = await openBulk(page, app)
  await page.route('**/api/admin/bulk-send-emails', () => {})
  await dialog.getByRole('button', { name: SEND_EMAILS }).click()
  await expect(dialog.getByText('Sending bulk emails...')).toBeVisible()
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.locator('input:focus, button:focus')).toHaveCount(0)
  }
})

test('sends a bulk email once when its answer was lost', async ({ page, app }) => {
  const mailings = async () => (await app.as('GET', '/api/admin/mailings')).json()
  const call = '**/api/admin/bulk-send-emails'
  const dialog = await openBulk(page, app)
  const said = dialog.getByText('The server did not confirm the last mailing to these clients')
  for (const end of ['drop', 'hang up'] as const) {
    const server = await openSlowServer(page, app, call)
    await dialog.getByRole('button', { name: SEND_EMAILS }).click()
    server.end(end)
    await showsToast(
      page,
      'Bulk Email Failed The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.',
      'failure',
    )
    await expect(said).toBeVisible()
    await page.unroute(call)
    server.close()
    // The tab remembers the unanswered send after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await expect(said).toBeVisible()
  }
  await leaveOutNobody(dialog)
  await dialog.getByLabel(/^All clients/).check()
  await expect(said).toBeHidden()
  await dialog.getByLabel(/^Pending clients/).check()
  await dialog.getByRole('button', { name: SEND_EMAILS }).click()
  await showsToast(page, written('60 emails'))
  expect(await mailings()).toMatchObject({ total: 1 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  await leaveOutNobody(dialog)
  await expect(dialog.getByRole('button', { name: 'Send 60 Emails' })).toBeVisible()
  await expect(said).toBeHidden()
})

test('moves through the bulk email dialog by keyboard', async ({ page, app }) => {
  const dialog = await openBulk(page, app)
  const pending = dialog.getByLabel(/^Pending clients/)
  await expect(pending).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(pending).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel(/^Confirmed clients/)).toBeFocused()
  await expect(dialog.getByLabel(/^Confirmed clients/)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Bulk Email' })).toBeFocused()
})

test('unlocks the bulk email dialog when the other mailing ends', async ({ page, app }) => {
  let running = true
  await page.route('**/bulk-send-emails/preview*', async (route) => {
    const response = await route.fetch()
    const shown = { mailingId: 1, message: 'Mailing 1 is still running.' }
    await route.fulfill({
      response,
      json: { ...(await response.json()), running: running ? shown : null },
    })
  })
  const dialog = await openBulk(page, app)
  const send = dialog.getByRole('button', { name: SEND_EMAILS })
  await expect(dialog).toContainText('Mailing 1 is still running.')
  await expect(send).toHaveAttribute('aria-disabled')
  running = false
  await expect(dialog.getByRole('button', { name: 'Send 60 Emails' })).toBeVisible()
  await expect(send).not.toHaveAttribute('aria-disabled')
})

test('shows the number of emails, also after a failed reading', async ({ page, app }) => {
  const preview = '**/bulk-send-emails/preview*'
  await page.route(preview, (route) => route.abort())
  const dialog = await openBulk(page, app)
  await expect(dialog).toContainText('The number of emails could not be read.')
  await page.unroute(preview)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Send 60 Emails' })).toBeVisible()
})

test('warns about a letter without a link before it is sent', async ({ page, app }) => {
  const url = '/api/admin/email-templates/GeneralClients'
  const template = (await (await app.as('GET', url)).json()) as object
  const silent = { addressLabel: '', buttonText: '', textContent: '', translations: {} }
  await app.as('PUT', url, { ...template, ...silent })
  const dialog = await openBulk(page, app)
  await expect(dialog).toContainText('60 get a letter without a link')
})

test('leads from a failed test email to the invalid field', async ({ page, app }) => {
  await signIn(page, app, '/email-templates/edit/GeneralClients')
  await page.getByLabel('Greeting').fill('Dear {{firstname}},')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await page.getByRole('button', { name: 'Test Email' }).click()
  await expect(page.getByLabel('Greeting')).toBeFocused()
  await expect(page.getByText('Unknown placeholder {{firstname}}')).toBeVisible()
})
