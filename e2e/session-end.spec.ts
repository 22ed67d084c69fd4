import { expect, type Page } from '@playwright/test'
import {
  ADMIN,
  addClient,
  editClient,
  endSession,
  fillNewUser,
  giveCredentials,
  openUsers,
  showsToast,
  signInSeparately,
  test,
} from './app.ts'

const VIEW = {
  name: 'Trusts',
  shared: true,
  filter: {},
  sort: '-last_updated',
  columns: ['email'],
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' })
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard changes' })

test('hides typed text until the next sign-in', async ({ page, app }) => {
  // Holds back the live stream, which would notice the end of the session before the press.
  await page.route('**/api/admin/events', (route) => route.abort())
  await editClient(page, app)
  const name = page.getByLabel('First Name')
  const signingIn = page.getByRole('button', { name: 'Sign In' })
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Imported')
  await endSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.')
  await expect(page).toHaveTitle(/^Sign In/)
  await expect(name).toBeHidden()
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await stay(page).click()
  await giveCredentials(page)
  await expect(name).toHaveValue('Zora')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zora')
  await expect(page).toHaveTitle(/Zora/)

  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await fillNewUser(dialog)
  await endSession(page)
  // A call in the background may notice the end of the session before the press.
  await dialog.getByRole('button', { name: 'Create User' }).or(signingIn).click()
  await expect(dialog).toBeHidden()
  await giveCredentials(page)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Ida')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User "Ida Lee" created successfully.').first()).toBeVisible()

  await test.step('forgets what was discarded', async () => {
    await page.getByRole('button', { name: 'Create User' }).click()
    await fillNewUser(dialog)
    await endSession(page)
    await dialog.getByRole('button', { name: 'Create User' }).or(signingIn).click()
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    await discard(page).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.goBack()
    await giveCredentials(page)
    await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})

test('hides unsaved work from another administrator who signs in', async ({ page, app }) => {
  const other = { ...ADMIN, email: 'other@example.com' }
  await app.sql(
    `insert into admins (email, password_hash, email_confirmed_at)
      select '${other.email}', password_hash, email_confirmed_at from admins`,
  )
  await page.route('**/api/admin/events', (route) => route.abort())
  await editClient(page, app)
  await endSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await giveCredentials(page, other)
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(other.email)).toBeVisible()
})

test('restores a new round after the next sign-in', async ({ page, app }) => {
  await addClient(app, 1)
  await app.as('POST', '/api/admin/views', VIEW)
  await signInSeparately(page, app, '/rounds')
  await page.getByRole('button', { name: 'Start Round' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Round' })
  await dialog.getByLabel('Name', { exact: true }).fill('Estates')
  await dialog.getByLabel('First letters to').selectOption('View: Trusts')
  await dialog.getByText('Later', { exact: true }).click()
  await dialog.getByLabel('Due Date').fill('2099-12-31')
  const plan = dialog.getByRole('button', { name: 'Plan Round' })
  await expect(plan).toBeEnabled()
  await endSession(page)
  await plan.or(page.getByRole('button', { name: 'Sign In' })).click()
  await giveCredentials(page)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Estates')
  await expect(dialog.getByLabel('Due Date')).toHaveValue('2099-12-31')
  await plan.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Estates')
})

test('restores and saves the text in the dashboard’s dialog', async ({ page, app }) => {
  const id = await addClient(app, 1)
  await signInSeparately(page, app)
  await page.getByRole('button', { name: 'View Changes of Ana Lee 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('First Name').fill('Zora')
  await endSession(page)
  // The live stream may report the end of the session before the press.
  const save = dialog.getByRole('button', { name: 'Save' })
  const signInAgain = page.getByRole('button', { name: 'Sign In', exact: true })
  await expect(async () => {
    if (!(await signInAgain.isVisible())) await save.click({ timeout: 1000 })
    await expect(signInAgain).toBeVisible({ timeout: 1000 })
  }).toPass()
  await giveCredentials(page)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Zora')
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Lee 1')
  await save.click()
  await showsToast(page, 'Success User updated successfully.')
  const saved = await app.as('GET', `/api/admin/users/${id}`)
  expect(await saved.json()).toMatchObject({ first_name: 'Zora', last_name: 'Lee 1' })
})

test('restores each tab’s edit and chosen files', async ({ page, app }) => {
  const tab = await page.context().newPage()
  // The live stream would notice the end of the session before the press.
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
    await giveCredentials(page)
    await expect(page).toHaveURL(work)
  })

  await test.step('restores edit and files after an upload that found the end', async () => {
    await expect(description).toHaveValue('The deed of 1962')
    await tab.close()
    // A late call of the screen below would notice the end of the session before the press.
    await page.waitForLoadState('networkidle')
    await endSession(page)
    const upload = dialog.getByRole('button', { name: /^Upload/ })
    await upload.or(page.getByRole('button', { name: 'Sign In' })).click()
    await giveCredentials(page)
    await expect(description).toHaveValue('The deed of 1962')
    await expect(dialog.getByText('Canceled.')).toHaveCount(0)
    // The page may notice the end of the session before the server rejects the upload.
    await dialog.getByRole('button', { name: /^Upload (Again|5 Files)$/ }).click()
    await showsToast(page, 'File uploaded successfully 5 files')
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect(files).toHaveCount(5)
    await expect(files.filter({ hasText: 'deed.txt' })).toContainText('The deed of 1962')
    await page.getByRole('tab', { name: 'Details' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Zora')
  })
})
