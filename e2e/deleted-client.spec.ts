import { expect } from '@playwright/test'
import { ADMIN, addClient, showsToast, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

test('leads from the log to a deleted client’s history', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const id = await addClient(app, 1)
  await app.as('PUT', `/api/admin/users/${id}`, { first_name: 'Mary-Ann' })
  await app.as('PUT', `/api/admin/users/${id}`, { first_name: 'Mary Ann' })
  await app.as('DELETE', `/api/admin/users/${id}`)
  await signIn(page, app, '/security-log')
  await page.getByRole('link', { name: `(id ${id})` }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mary Ann Lee 1')
  await expect(page.getByText('Client A1', { exact: true })).toBeVisible()
  await expect(page.getByText('This client is in the trash')).toBeVisible()
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(4)
  await expect(changes.first()).toContainText('Deleted')
  await expect(changes.first()).toContainText(ADMIN.email)
  const time = changes.first().getByRole('time')
  const exact = /:\d\d:\d\d [AP]M UTC[+-]\d\d:\d\d$/
  await expect(time).toHaveAttribute('title', exact)
  await expect(time).toContainText(/ UTC[+-]\d\d:\d\d/)
  const cells = changes
    .nth(1)
    .getByRole('row', { name: /First Name/ })
    .getByRole('cell')
  await expect(cells.nth(1)).toHaveText('Mary-Ann')
  await expect(cells.nth(2)).toHaveText('Mary Ann')
  await look(page, 'client-deleted')
  await page.getByRole('button', { name: 'Full Record' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'ZIP' }).click()
  expect((await saving).suggestedFilename()).toBe(`record-${id}.zip`)
})

test('marks a deleted client in its row after a resend', async ({ page, app }) => {
  const [first, second] = [await addClient(app, 1), await addClient(app, 2)]
  await addClient(app, 3)
  await signIn(page, app, '/user-management')
  const row = (n: number) => page.getByRole('row').filter({ hasText: `Lee ${n}` })
  await expect(row(1)).toBeVisible()
  await app.as('DELETE', `/api/admin/users/${first}`)
  await row(1)
    .getByRole('button', { name: /^(Res|S)end the/ })
    .click()
  await showsToast(
    page,
    'Failed to send email This client was deleted or merged. Look in the trash.',
    'failure',
  )
  await expect(row(1)).toContainText('Deleted')

  await row(2).getByRole('checkbox').check()
  await app.as('DELETE', `/api/admin/users/${second}`)
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await showsToast(page, 'Nothing to delete The selected user(s) had already been deleted.')
  await expect(row(2)).toHaveCount(0)
  await expect(row(1)).toHaveCount(0)
  await expect(row(3)).toBeVisible()
})

test('keeps typed text on a deleted client’s screens', async ({ page, app }) => {
  const [edited, filed, noted] = [
    await addClient(app, 1),
    await addClient(app, 2),
    await addClient(app, 3),
  ]
  const inTrash = page.getByText('This client is in the trash')
  const typeCity = async () => {
    await page.getByRole('button', { name: 'Edit User' }).click()
    await page.getByLabel('City').fill('Salem')
  }
  await test.step('keeps the edit of a failed save', async () => {
    await signIn(page, app, `/user-management/${edited}`)
    await typeCity()
    await app.as('DELETE', `/api/admin/users/${edited}`)
    const read = page.waitForResponse(
      (answer) => answer.status() === 404 && answer.request().method() === 'GET',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await showsToast(
      page,
      'Update failed This client was deleted or merged. Look in the trash.',
      'failure',
    )
    await read
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Deleted')
    await page.getByRole('button', { name: /^(Res|S)end Email$/ }).click()
    await showsToast(
      page,
      'Failed to send email This client was deleted or merged. Look in the trash.',
      'failure',
    )
    await expect(page.getByLabel('City')).toHaveValue('Salem')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(inTrash).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Change History' })).toBeVisible()
    await expect(page.getByText('This screen may be out of date.')).toBeHidden()
  })

  await test.step('keeps the edit while the files are open', async () => {
    await page.goto(`${app.url}/user-management/${filed}`)
    await typeCity()
    await app.as('DELETE', `/api/admin/users/${filed}`)
    await page.getByRole('tab', { name: 'Files & Attachments' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to fetch files' }),
    ).toContainText('This client was deleted or merged. Look in the trash.')
    await expect(page.getByText('No files attached to this user yet.')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Details' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Salem')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  await test.step('takes the note that was typed before', async () => {
    await page.goto(`${app.url}/user-management/${noted}`)
    await page.getByLabel('Write a note').fill('Moved to Salem')
    const gone = page.waitForResponse((answer) => answer.status() === 404)
    await app.as('DELETE', `/api/admin/users/${noted}`)
    await page.getByRole('button', { name: 'Record an Answer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record: Confirmed' }).click()
    await gone
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Write a note')).toHaveValue('Moved to Salem')
    await page.getByRole('button', { name: 'Add Note' }).click()
    await expect(inTrash).toBeVisible()
    await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Moved to Salem')
  })
})

test('keeps an unfinished answer when a colleague merges the client', async ({ page, app }) => {
  const [stays, merged] = [await addClient(app, 1), await addClient(app, 2)]
  await signIn(page, app, `/user-management/${merged}`)
  await page.getByRole('button', { name: 'Record an Answer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Salem')
  const gone = page.waitForResponse((answer) => answer.status() === 404)
  await app.as('POST', `/api/admin/users/${stays}/merge`, { other: merged, keep: {} })
  await gone
  await expect(
    page.getByRole('heading', { level: 1, includeHidden: true }).locator('..'),
  ).toContainText('Deleted')
  await expect(dialog.getByLabel('City')).toHaveValue('Salem')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('This client was merged')).toBeVisible()
})

test('notices a colleague’s deletion at each action on the client', async ({ page, app }) => {
  const [first, second, third] = [
    await addClient(app, 1),
    await addClient(app, 2),
    await addClient(app, 3),
  ]
  const gone = page.getByText('This client is in the trash')
  const focused = page.locator(':focus')
  // Without the live stream: on a slow machine, it would report the change before the press.
  await page.route('**/api/admin/events', (route) => route.abort())
  await test.step('at its files', async () => {
    await signIn(page, app, `/user-management/${first}`)
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
    await app.as('DELETE', `/api/admin/users/${first}`)
    await page.getByRole('tab', { name: 'Files & Attachments' }).click()
    await expect(gone).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Deleted')
    await expect(focused).toHaveCount(1)
  })

  await test.step('at an upload', async () => {
    await page.goto(`${app.url}/user-management/${second}?tab=files`)
    await page.getByRole('button', { name: 'Upload First File' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload Files' })
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
    await dialog.locator('input[type=file]').setInputFiles(note)
    await app.as('DELETE', `/api/admin/users/${second}`)
    await dialog.getByRole('button', { name: 'Upload File' }).press('Enter')
    await showsToast(
      page,
      'Upload failed This client was deleted or merged. Look in the trash.',
      'failure',
    )
    await expect(dialog).toContainText('note.txt')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard files' }).click()
    await expect(gone).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(focused).toHaveCount(1)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/user-management$/)
  })

  await test.step('at another deletion', async () => {
    await page.goto(`${app.url}/user-management/${third}`)
    await page.getByRole('button', { name: 'Delete User' }).click()
    await app.as('DELETE', `/api/admin/users/${third}`)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).press('Enter')
    await expect(toast(page, 'This client was deleted or merged. Look in the trash.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
    expect(await page.evaluate('document.activeElement?.tagName')).not.toBe('BODY')
  })

  await test.step('shows only that an unknown client does not exist', async () => {
    const history = page.waitForResponse('**/users/999/audit-logs')
    await page.goto(`${app.url}/user-management/999`)
    expect(await (await history).json()).toEqual([])
    await expect(page.getByText('This client does not exist or was deleted.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Change History' })).toHaveCount(0)
  })
})
