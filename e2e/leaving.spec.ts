import { expect, type Page } from '@playwright/test'
import {
  ADMIN,
  type App,
  addClient,
  endSession,
  fillNewUser,
  insertClients,
  openUsers,
  showsToast,
  signIn,
  signInAnew,
  test,
} from './app.ts'

const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const stay = (page: Page) => asked(page).getByRole('button', { name: 'Keep editing' })
const discard = (page: Page) => asked(page).getByRole('button', { name: 'Discard changes' })

/** From the list to a client's page, and there a first name typed but not saved. */
async function editClient(page: Page, app: App) {
  await insertClients(app)
  await signIn(page, app, '/user-management')
  await page.getByRole('row').nth(2).click()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('First Name').fill('Zora')
}

test('asks before an edit is left, whichever way', { tag: '@phone' }, async ({ page, app }) => {
  await editClient(page, app)
  const url = page.url()
  const name = page.getByLabel('First Name')
  const ways = [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back' }).click(),
    () => page.getByRole('link', { name: 'Email Templates' }).click(),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]
  for (const go of ways) {
    await go()
    await expect(stay(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asked(page)).toBeHidden()
    await expect(name).toHaveValue('Zora')
    await expect(page).toHaveURL(url)
  }
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('tab', { name: 'Change History' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(name).toHaveValue('Zora')

  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await closing
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(name).toHaveValue('Zora')

  await page.goBack()
  await discard(page).click()
  await expect(page).toHaveURL(/\/user-management$/)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByRole('link', { name: 'Email Templates' }).click()
  await expect(page.getByRole('heading', { name: 'Email Templates' })).toBeVisible()

  await test.step('asks at sign-out and forgets what was discarded', async () => {
    await openUsers(page)
    await page.getByRole('row').nth(2).click()
    await page.getByRole('button', { name: 'Edit User' }).click()
    await name.fill('Zora')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await stay(page).click()
    await expect(name).toHaveValue('Zora')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await discard(page).click()
    await signInAgain(page)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openUsers(page)
    await page.getByRole('row').nth(2).click()
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
    await expect(page.getByText('Zora')).toHaveCount(0)
  })
})

test('asks before a dialog with typed text closes', { tag: '@phone' }, async ({ page, app }) => {
  await signIn(page, app)
  await openUsers(page)
  const create = page.getByRole('button', { name: 'Create User' })
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await create.first().click()
  await expect(dialog.getByLabel('Template Group')).toHaveValue(/./)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()

  await create.click()
  await dialog.getByLabel('City').fill('Salem')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => page.goBack(),
  ]) {
    await close()
    await stay(page).click()
    await expect(dialog.getByLabel('City')).toHaveValue('Salem')
    await expect(dialog.getByLabel('City')).toBeFocused()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(page).click()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
})

test('asks about the edit and the upload before either is lost', async ({ page, app }) => {
  await editClient(page, app)
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
  await dialog.locator('input[type=file]').setInputFiles(note)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep them' }).click()
  await page.route('**/attachments', (route) =>
    route.request().method() === 'GET' ? route.continue() : undefined,
  )
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  const uploading = dialog.getByRole('button', { name: 'Uploading...' })
  const stop = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await page.keyboard.press('Escape')
  await stop.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(uploading).toBeVisible()
  await page.goBack()
  await stop.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(asked(page)).toBeHidden()
  await page.goBack()
  await stop.getByRole('button', { name: 'Stop and close' }).click()
  await expect(stay(page)).toBeFocused()
  await stay(page).click()
  await expect(uploading).toBeVisible()
  await expect(page).toHaveURL(/\/user-management\/\d+/)

  await page.goBack()
  await stop.getByRole('button', { name: 'Stop and close' }).click()
  await discard(page).click()
  await expect(page).toHaveURL(/\/user-management$/)
  await expect(dialog).toBeHidden()

  await test.step('stops the upload at Cancel', async () => {
    await page.getByRole('row').nth(2).click()
    await page.getByRole('tab', { name: 'Files & Attachments' }).click()
    await page.getByRole('button', { name: 'Add File' }).click()
    await dialog.locator('input[type=file]').setInputFiles(note)
    await dialog.getByRole('button', { name: 'Upload File' }).click()
    await expect(uploading).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await stop.getByRole('button', { name: 'Stop and close' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No files attached to this user yet.')).toBeVisible()
  })
})

async function signInAgain(page: Page) {
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
}

test('restores typed text after the next sign-in', async ({ page, app }) => {
  // A call that still loads the page, or the live stream, would find out before the press.
  await page.route('**/api/admin/events', (route) => route.abort())
  await editClient(page, app)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Imported')
  await endSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.')
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await signInAgain(page)
  await expect(
    page.getByText('Your input from before the session ended is here.').first(),
  ).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Zora')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zora')

  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await fillNewUser(dialog)
  await endSession(page)
  // A call in the background may find out before the press.
  const create = dialog.getByRole('button', { name: 'Create User' })
  await create.or(page.getByRole('button', { name: 'Sign In' })).click()
  await signInAgain(page)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Ida')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User "Ida Lee" created successfully.').first()).toBeVisible()
})

test('restores a new round after the next sign-in', async ({ page, app }) => {
  await addClient(app, 1)
  await signInAnew(page, app, '/rounds')
  await page.getByRole('button', { name: 'Start Round' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Round' })
  await dialog.getByLabel('Name', { exact: true }).fill('Estates')
  await dialog.getByText('Later', { exact: true }).click()
  await dialog.getByLabel('Due Date').fill('2099-12-31')
  const plan = dialog.getByRole('button', { name: 'Plan Round' })
  await expect(plan).toBeEnabled()
  await endSession(page)
  await plan.or(page.getByRole('button', { name: 'Sign In' })).click()
  await signInAgain(page)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Estates')
  await expect(dialog.getByLabel('Due Date')).toHaveValue('2099-12-31')
  await plan.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Estates')
})

test('restores and saves what the dashboard’s dialog held', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signInAnew(page, app)
  await page.getByRole('button', { name: 'View Changes of Ana Lee 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('First Name').fill('Zora')
  await endSession(page)
  // The live stream may report the end of the session before the press.
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.or(page.getByRole('button', { name: 'Sign In' })).click()
  await signInAgain(page)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Zora')
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Lee 1')
  await save.click()
  await showsToast(page, 'Success User updated successfully.')
  const saved = await app.as('GET', `/api/admin/users/${id}`)
  expect(await saved.json()).toMatchObject({ first_name: 'Zora', last_name: 'Lee 1' })
})

test('leads every tab back to its edit and its chosen files', async ({ page, app }) => {
  const tab = await page.context().newPage()
  // A live stream would notice the end before the press.
  for (const each of [page, tab]) await each.route('**/api/admin/events', (route) => route.abort())
  await editClient(page, app)
  await tab.goto(`${app.url}/email-templates`)
  await expect(tab.getByText('General Clients')).toBeVisible()
  await page.getByRole('tab', { name: 'Files & Attachments' }).click()
  await page.getByRole('button', { name: 'Add File' }).click()
  await expect(page.getByText('No files attached to this user yet.')).toBeAttached()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'deed.txt']
  const chosen = names.map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('text'),
  }))
  await dialog.locator('input[type=file]').setInputFiles(chosen)
  const description = dialog.getByLabel('Description').last()
  await description.fill('The deed of 1962')

  await test.step('reports the end that another tab notices in each', async () => {
    const work = page.url()
    await endSession(tab)
    await tab.getByRole('link', { name: /^Clients/ }).click()
    for (const each of [tab, page]) {
      await expect(each.getByRole('alert')).toHaveText(
        'Your session has ended. Please sign in again.',
      )
    }
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await signInAgain(page)
    await expect(page).toHaveURL(work)
  })

  await test.step('restores edit and files after an upload that found the end', async () => {
    await expect(description).toHaveValue('The deed of 1962')
    await tab.close()
    // A call of the screen below finds out before the press, if it is late.
    await page.waitForLoadState('networkidle')
    await endSession(page)
    const upload = dialog.getByRole('button', { name: /^Upload/ })
    await upload.or(page.getByRole('button', { name: 'Sign In' })).click()
    await signInAgain(page)
    await expect(description).toHaveValue('The deed of 1962')
    await expect(dialog.getByText('Canceled.')).toHaveCount(0)
    // The session's end may be known before the server has refused the upload.
    await dialog.getByRole('button', { name: /^Upload (Again|5 Files)$/ }).click()
    await showsToast(page, 'File uploaded successfully 5 files')
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect(files).toHaveCount(5)
    await expect(files.filter({ hasText: 'deed.txt' })).toContainText('The deed of 1962')
    await page.getByRole('tab', { name: 'Details' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Zora')
  })
})
