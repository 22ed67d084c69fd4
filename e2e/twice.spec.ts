import { expect, type Page } from '@playwright/test'
import {
  addClient,
  fillNewUser,
  leaveOutNobody,
  SEND_EMAILS,
  showsToast,
  signIn,
  test,
  written,
} from './app.ts'
import { csv, line, openImport } from './import-dialog.ts'

/** Records changes and downloads, and delays them long enough for a second press. */
async function record(page: Page) {
  const sent: string[] = []
  await page.route('**/api/admin/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const method = route.request().method()
    if (method !== 'GET' || pathname.endsWith('/export')) {
      sent.push(`${method} ${pathname.replace('/api/admin/', '')}`)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    await route.continue()
  })
  const only = (call: string) => {
    expect(sent).toEqual([call])
    sent.length = 0
  }
  return {
    only,
    /** Checks for this single call, after the toast `shown`. */
    async once(call: string, shown: string) {
      await showsToast(page, shown)
      only(call)
    },
  }
}

test('creates, imports, exports and deletes once at a double click', async ({ page, app }) => {
  for (const n of [1, 2]) await addClient(app, n)
  await signIn(page, app, '/user-management')
  const calls = await record(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog')
  await fillNewUser(dialog)
  await dialog.getByRole('button', { name: 'Create User' }).dblclick()
  await calls.once('POST users', 'Success User "Ida Lee" created successfully.')

  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
  await calls.once(
    'POST users/delete',
    'Bulk deletion completed 1 user(s) have been deleted successfully',
  )
  const { input, only: start } = await openImport(page)
  await input.setInputFiles(csv(line(1)))
  await expect(start).toBeEnabled()
  calls.only('POST imports/preview')
  // By the keyboard, as the content shrinks at once and moves the button.
  await start.press('Enter')
  await page.keyboard.press('Enter')
  await calls.once('POST import', 'Import Completed 1 client imported.')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Export Data' }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export as CSV' }).dblclick()
  const file = (await download).suggestedFilename()
  await calls.once('GET export', `Export Successful User data has been exported as ${file}.`)
  await expect(dialog).toBeHidden()

  await page
    .getByRole('button', { name: /^View Changes/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await calls.once('PUT users/4', 'Success User updated successfully.')
})

test('saves, sends and deletes a template once at a double click', async ({ page, app }) => {
  await signIn(page, app, '/email-templates/edit/BigClients')
  const calls = await record(page)
  await page.getByLabel('Subject').fill('News')
  await page.getByRole('button', { name: 'Update Template' }).dblclick()
  await calls.once('PUT email-templates/BigClients', 'Template saved')
  await page.getByRole('button', { name: 'Test Email' }).click()
  await page.getByLabel('Test Address').fill('me@example.com')
  await page.getByRole('button', { name: 'Send Test' }).dblclick()
  await calls.once('POST email-templates/send-test', written('Test email'))
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .dblclick()
  await calls.once('DELETE email-templates/BigClients', 'Template deleted')
})

test('uploads, downloads and deletes a record once at a double click', async ({ page, app }) => {
  const id = await addClient(app, 1)
  for (const city of ['Salem', 'Lynn']) {
    await app.as('PUT', `/api/admin/users/${id}`, { city })
  }
  await signIn(page, app, `/user-management/${id}?tab=files`)
  const calls = await record(page)
  await page.getByRole('button', { name: 'Add File' }).click()
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
  await page.locator('input[type=file]').setInputFiles(note)
  await page.getByRole('button', { name: 'Upload File' }).dblclick()
  await calls.once(`POST users/${id}/attachments`, 'File uploaded successfully note.txt')
  await page.getByRole('button', { name: 'Download note.txt' }).click()
  await showsToast(page, 'Download started note.txt')
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ })
  await page.getByRole('button', { name: 'Delete note.txt' }).click()
  await confirm.dblclick()
  await calls.once('DELETE attachments/1', 'File deleted')

  await page.getByRole('tab', { name: 'Change History' }).click()
  const records = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(records).toHaveCount(5)
  await records.first().getByRole('button').click()
  await confirm.dblclick()
  await calls.once('DELETE audit-logs/5', 'Change record deleted')
  await expect(records).toHaveCount(4)
  await records.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete Selected (1)' }).click()
  await confirm.dblclick()
  await calls.once('POST audit-logs/delete', 'Change record deleted')
  await expect(records).toHaveCount(3)
})

test('sends, saves and deletes a client once at a double click', async ({ page, app }) => {
  const [id] = [await addClient(app, 1), await addClient(app, 2), await addClient(app, 3)]
  await signIn(page, app, `/user-management/${id}`)
  const calls = await record(page)
  await page.getByRole('button', { name: /^(Res|S)end Email$/ }).dblclick()
  await calls.once(`POST resend-email/${id}`, written('Email'))
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await calls.once(`PUT users/${id}`, 'User updated successfully')
  await page.getByRole('button', { name: 'Full Record' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await showsToast(page, `Record Saved Saved as record-${id}.pdf.`)
  await page.getByRole('button', { name: 'Delete User' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).dblclick()
  await calls.once(`DELETE users/${id}`, 'User deleted User has been deleted successfully')
  await page.goto(`${app.url}/user-management`)
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  await leaveOutNobody(page)
  await page.getByRole('button', { name: SEND_EMAILS }).dblclick()
  await calls.once('POST bulk-send-emails', written('2 emails'))
})
