import { expect, type Page, type Route } from '@playwright/test'
import {
  type App,
  addClient,
  leaveOutNobody,
  openUsers,
  SEND_EMAILS,
  showsToast,
  signIn,
  test,
  UNCONFIRMED,
} from './app.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }

/** Confirms the open question. */
const sure = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()

async function saveRecord(page: Page, format: string) {
  await button(page, 'Full Record').click()
  await page.getByRole('menuitem', { name: format }).click()
}

/** Opens a tab of a client who has a file. */
async function openClient(page: Page, app: App, tab: string): Promise<number> {
  const id = await addClient(app, 1)
  const form = new FormData()
  form.set('file', new File(['text'], 'deed.txt'))
  await app.as('POST', `/api/admin/users/${id}/attachments`, form)
  await signIn(page, app, `/user-management/${id}?tab=${tab}`)
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
  return id
}

/** Makes each change and download fail without a message of the product. */
const refuseAll = (page: Page) =>
  page.route('**/api/admin/**', (route: Route) =>
    route.request().method() === 'GET' && !/export|download|record/.test(route.request().url())
      ? route.continue()
      : route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
const fails = (page: Page, shown: string) => showsToast(page, shown, 'failure')

test('reports failures on a client’s page by title and text', async ({ page, app }) => {
  await openClient(page, app, 'details')
  await refuseAll(page)
  await button(page, /^(Res|S)end Email$/).click()
  await fails(page, `Email not confirmed ${UNCONFIRMED}`)
  await button(page, 'Delete User').click()
  await sure(page)
  await fails(page, 'Failed to delete user')
  await saveRecord(page, 'ZIP')
  await fails(page, 'Record Failed The record could not be made. Please try again.')
  await button(page, 'Edit User').click()
  await page.getByLabel('City').fill('Salem')
  await button(page, 'Save').click()
  await fails(page, 'Update failed Failed to update user information')
  await expect(page.getByLabel('City')).toHaveValue('Salem')

  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await button(page, 'Download deed.txt').click()
  await fails(page, 'Download failed Failed to download file')
  await button(page, 'Delete deed.txt').click()
  await sure(page)
  await fails(page, 'Delete failed Failed to delete file')
  await button(page, 'Add File').click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await dialog.locator('input[type=file]').setInputFiles(NOTE)
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await fails(page, 'Upload failed Failed to upload file')
  await dialog.getByRole('button', { name: 'Remove note.txt' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Change History' }).click()
  await button(page, /^Delete the change/).click()
  await sure(page)
  await fails(page, 'Delete failed Failed to delete change record')
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await button(page, 'Delete Selected (2)').click()
  await sure(page)
  await fails(page, 'Delete failed Failed to delete 2 change record(s)')
})

test('reports failures on the other screens by title and text', async ({ page, app }) => {
  await openClient(page, app, 'details')
  await openUsers(page)
  await refuseAll(page)
  await page.getByRole('checkbox').nth(1).check()
  await button(page, 'Delete Selected').click()
  await sure(page)
  await fails(page, 'Bulk deletion failed Some users could not be deleted. Please try again.')
  await expect(page.getByText('1 selected')).toBeVisible()
  await button(page, 'Bulk Email').click()
  await leaveOutNobody(page)
  await button(page, SEND_EMAILS).click()
  // The mailing may have started behind a silent gateway.
  await fails(
    page,
    'Bulk Email Failed The server did not confirm the mailing, so it may have started: see Mailings. ' +
      'Sending again from here reaches no client twice.',
  )
  await page.route('**/bulk-send-emails', (route) => route.fulfill({ status: 400, body: '' }))
  await button(page, SEND_EMAILS).click()
  await fails(page, 'Bulk Email Failed Failed to send bulk emails')
  await button(page, 'Cancel').click()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await button(page, 'Export Data').click()
  await button(page, 'Export as CSV').click()
  await fails(page, 'Export Failed Could not export user data.')
  await button(page, 'Cancel').click()
  await button(page, /^View Changes/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await fails(page, 'Error Failed to update user.')
  await button(page, 'Cancel').click()

  await page.getByRole('link', { name: 'Email Templates' }).click()
  await page.getByRole('link', { name: 'Edit Big Clients' }).click()
  await button(page, 'Delete').click()
  await sure(page)
  await fails(page, 'Delete failed Failed to delete template')
  await page.getByLabel('Subject').fill('News')
  await button(page, 'Update Template').click()
  await fails(page, 'Save failed Failed to save template')
  await button(page, 'Test Email').click()
  await page.getByLabel('Test Address').fill('me@example.com')
  await button(page, 'Send Test').click()
  await fails(page, 'Test email failed Failed to send test email')
})
