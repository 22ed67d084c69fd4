import { expect, type Page } from '@playwright/test'
import {
  type App,
  insertClients,
  leaveOutNobody,
  notification,
  SEND_EMAILS,
  showsToast,
  signIn,
  test,
  toast,
  written,
} from './app.ts'
import { look } from './look.ts'
import { openSlowServer } from './slow-server.ts'

async function openBulk(page: Page, app: App) {
  await insertClients(app, 60)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  return page.getByRole('dialog', { name: 'Bulk Email' })
}

/** Counts of an ended mailing with one unsent email, and the texts about it. */
const LEFT_OVER = [
  [{ emailsWaiting: 1 }, 'Bulk Email Completed with Issues', '1 still waiting'],
  [{ emailsCanceled: 1 }, '59 emails kept in the outbox', '1 email was canceled and not sent.'],
] as const

test('closes the dialog without counts, and counts only sent emails', async ({ page, app }) => {
  const counts = '**/api/admin/mailings/*'
  const dialog = await openBulk(page, app)
  const send = dialog.getByRole('button', { name: SEND_EMAILS })
  const done = dialog.getByRole('button', { name: 'Done' })
  await page.route(counts, (route) => route.abort())
  await send.click()
  await expect(dialog.getByRole('button', { name: 'Close and Keep Sending' })).toBeVisible()
  await page.unroute(counts)
  await expect(page.getByText(/^\d+ emails? kept in the outbox$/).first()).toBeVisible()
  for (const [left, title, words] of LEFT_OVER) {
    await done.click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.route(counts, async (route) => {
      const response = await route.fetch()
      const mailing = await response.json()
      const { emailsSent, emailsWaiting } = mailing
      const one = emailsWaiting === 0 && { emailsSent: emailsSent - 1, ...left }
      await route.fulfill({ response, json: { ...mailing, ...one } })
    })
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await leaveOutNobody(dialog)
    await send.click()
    await expect(notification(page)).toContainText(title)
    await expect(notification(page)).toContainText(words)
    await page.unroute(counts)
  }
})

test('sends a bulk email once, even if its reply was lost', async ({ page, app }) => {
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
    // After a reload, the tab still knows the unanswered send.
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

test('leads through the bulk email dialog, also by keyboard', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  const preview = '**/bulk-send-emails/preview*'
  await page.route(preview, (route) => route.abort())
  const dialog = await openBulk(page, app)
  const send = dialog.getByRole('button', { name: SEND_EMAILS })
  await test.step('shows the number of emails after a failed reading', async () => {
    await expect(dialog).toContainText('The number of emails could not be read.')
    await page.unroute(preview)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('button', { name: 'Send 60 Emails' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await page.getByRole('button', { name: 'Bulk Email' }).click()
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

  await test.step('is locked until another mailing ends', async () => {
    let running = true
    await page.route(preview, async (route) => {
      const response = await route.fetch()
      const shown = { mailingId: 1, message: 'Mailing 1 is still running.' }
      await route.fulfill({
        response,
        json: { ...(await response.json()), running: running ? shown : null },
      })
    })
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await expect(dialog).toContainText('Mailing 1 is still running.')
    await expect(send).toHaveAttribute('aria-disabled')
    running = false
    await expect(dialog.getByRole('button', { name: 'Send 60 Emails' })).toBeVisible()
    await expect(send).not.toHaveAttribute('aria-disabled')
    await page.unroute(preview)
  })

  await test.step('warns about a letter without a link', async () => {
    const url = '/api/admin/email-templates/GeneralClients'
    const template = (await (await app.as('GET', url)).json()) as object
    const silent = { addressLabel: '', buttonText: '', textContent: '', translations: {} }
    await app.as('PUT', url, { ...template, ...silent })
    await page.reload()
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await expect(dialog).toContainText('60 get a letter without a link')
  })

  await test.step('keeps the keyboard in the overlay during the mailing', async () => {
    await page.route('**/api/admin/bulk-send-emails', () => {})
    await send.click()
    await expect(dialog.getByText('Sending bulk emails...')).toBeVisible()
    await look(page, 'bulk-sending')
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Shift+Tab')
      await expect(dialog.locator('input:focus, button:focus')).toHaveCount(0)
    }
  })
})

test('resumes paused sending on the dashboard', { tag: '@pictures' }, async ({ page, app }) => {
  await app.sql(`insert into sending_pause (reason) values (
    'Sending is paused, because most of the latest emails came back. A mail server said: “550 5.1.8 Access denied, bad outbound sender”. Check the addresses or ask whoever provides your email account, then press Resume on the dashboard.')`)
  await signIn(page, app)
  await expect(page.getByText('No email is being sent.')).toBeVisible()
  await look(page, 'sending-paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(toast(page, 'Resumed')).toBeVisible()
  await expect(page.getByText('No email is being sent.')).toBeHidden()
})
