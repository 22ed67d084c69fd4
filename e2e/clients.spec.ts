import { expect, type Page } from '@playwright/test'
import { type App, insertClients, showsToast, signIn, test, toast } from './app.ts'
import { look, takePicture } from './look.ts'

async function openList(page: Page, app: App) {
  await insertClients(app)
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 25 of 500 results')).toBeVisible()
}

test('keeps rows in place and the focus while selecting and deleting', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await openList(page, app)
  const third = page.getByRole('row').nth(3)
  const before = await third.boundingBox()
  await page.getByRole('checkbox').nth(1).check()
  // A press slightly beside the box still hits it.
  const box = (await page.getByRole('checkbox').nth(2).boundingBox())!
  await page.mouse.click(box.x - 6, box.y + box.height + 5)
  await expect(page.getByText('2 selected')).toBeInViewport()
  expect(await third.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Delete Selected' }).press('Enter')
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText(
    'Are you sure you want to delete 2 selected user(s)? This action cannot be undone.',
  )
  await look(page, 'users-asking')
  await asking.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(toast(page, 'Bulk deletion completed')).toBeVisible()
  await expect(page.getByText('Showing 1 to 25 of 498 results')).toBeVisible()
  await expect(page.getByLabel('Select all').first()).toBeFocused()

  const resend = page.getByRole('button', { name: /^(Res|S)end the/ }).nth(2)
  await resend.press('Enter')
  await expect(toast(page, 'Email kept in the outbox')).toBeVisible()
  await expect(resend).toBeFocused()
  await page.goto(`${app.url}/user-management?page=19`)
  await expect(page.getByText('Showing 451 to 475 of 498 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(page.getByText('Showing 476 to 498 of 498 results')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
})

test('keeps search, filter and order in the address and corrects it', async ({ page, app }) => {
  await openList(page, app)
  await page.getByRole('button', { name: 'Last Name' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Johnson')
  await expect(page).toHaveURL(/\?sort=last_name$/)
  await page.getByLabel('Search').fill('yamamoto2@')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Yamamoto')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByLabel('Search')).toHaveValue('yamamoto2@')
  await page.goto(`${app.url}/user-management?page=99&limit=100&status=bogus`)
  await expect(page.getByText('Showing 401 to 500 of 500 results')).toBeVisible()
  await expect(page).toHaveURL(/page=5/)
})

test('works by keyboard: Enter searches, arrows move, space selects', async ({ page, app }) => {
  await openList(page, app)
  await page.getByLabel('Search').fill('nowak')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=nowak/)
  await expect(page.getByText(/of 500 results/)).toBeHidden()
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('row').nth(2).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nowak')
})

test('drops an unfinished search and searches for a tidied one', async ({ page, app }) => {
  await insertClients(app, 60)
  await page.clock.install()
  await signIn(page, app, '/user-management?search=john')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(search).toHaveValue('john')
  await search.press('End')
  await search.press('q')
  await page.getByRole('link', { name: /^Clients/ }).click()
  await expect(search).toHaveValue('')
  await page.clock.runFor(400)
  await expect(page).not.toHaveURL(/search/)
  await expect(search).toHaveValue('')

  await test.step('keeps the typed search and looks for its tidied form', async () => {
    await search.fill('jo  n\u0303')
    await expect(page).toHaveURL(/search=jo(%20|\+)%C3%B1$/)
    await search.press('End')
    await search.press('x')
    await expect(page).toHaveURL(/search=jo(%20|\+)%C3%B1x$/)
    await expect(search).toHaveValue('jo  n\u0303x')
  })
})

test('checks a new client in order and reports a taken number', {
  tag: '@journey',
}, async ({ page, app }) => {
  await openList(page, app)
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const refused = async (values: Record<string, string>, text: string) => {
    for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await refused({}, 'First name, last name, email, and template group are required.')
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  const name = { 'First Name': 'Zoë', 'Last Name': 'Quinn' }
  await refused({ ...name, Email: 'zoe at home' }, 'Please enter a valid email address.')
  await refused({ Email: 'zoe@example.com' }, 'Phone number is required.')
  await refused({ 'Phone Number': '617 555 0199' }, 'Complete address information is required.')
  await dialog.getByLabel('State').selectOption('Massachusetts')
  await refused(
    { Address: '1 Elm St', City: 'Salem', 'Zip Code': '01970' },
    'Client number and phone number are required.',
  )
  const { users } = (await (await app.as('GET', '/api/admin/users?limit=1')).json()) as {
    users: [{ client_number: string }]
  }
  const taken = users[0].client_number
  await refused({ 'Client Number': taken }, `Client number ${taken} is already taken.`)
  await expect(dialog.getByLabel('Client Number')).toBeFocused()
  await page.mouse.click(5, 400)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Zoë')
  await dialog.getByLabel('Client Number').fill('Z-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User "Zoë Quinn" created successfully.').first()).toBeVisible()
  await expect(page.getByText('of 501 results')).toBeVisible()
})

test('shows a colleague’s values after a conflict', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 12)
  await signIn(page, app, '/user-management/7')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('First Name').fill('Zora')
  await page.getByLabel('Email', { exact: true }).fill('zora@example.com')
  await page.getByRole('tab', { name: 'Change History' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Zora')

  await app.as('PUT', '/api/admin/users/7', { city: 'Salem' })
  await page.getByLabel('The client told us').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const notice = page.getByText('Someone changed this record while you edited it.').locator('..')
  await expect(notice).toContainText('Salem')
  await expect(notice).toBeInViewport({ ratio: 1 })
  await look(page, 'editor-conflict')
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await expect(page.getByLabel('First Name')).toHaveValue('Zora')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await showsToast(page, 'User updated successfully Send an email to ask at the new address.')
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeFocused()
  const saved = await (await app.as('GET', '/api/admin/users/7')).json()
  expect(saved).toMatchObject({ first_name: 'Zora', city: 'Salem' })
})

test('saves an edit as the client’s answer by “The client told us”', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 12)
  await signIn(page, app, '/user-management/7')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('City').fill('Salem')
  await page.getByLabel('Client Number').fill('4711')
  await page.getByLabel(/^The client told us/).check()
  await page.getByLabel('By letter').check({ force: true })
  await look(page, 'client-edited-told')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Recorded: Updated')).toBeVisible()
  const saved = await (await app.as('GET', '/api/admin/users/7')).json()
  expect(saved).toMatchObject({ city: 'Salem', client_number: '4711', status: 'updated' })
})

test('steps from one client of the list to the next and back', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openList(page, app)
  await page.getByLabel('Rows').selectOption('10')
  const names = page.getByRole('row').getByRole('link')
  await expect(names).toHaveCount(10)
  const [, second, third] = await names.allTextContents()
  const heading = page.getByRole('heading', { level: 1 })
  await names.nth(1).click()
  await expect(page.getByText('2 of 10 on the list’s page', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next client' }).click()
  await expect(page.getByText('3 of 10')).toBeVisible()
  await expect(heading).toContainText(third!.split(' ')[0]!)
  await look(page, 'client-among')
  await page.getByRole('link', { name: 'Previous client' }).click()
  await expect(heading).toContainText(second!.split(' ')[0]!)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByText('Showing 1 to 10 of 500 results')).toBeVisible()
})

test('turns pages up to the last one and selects a whole page', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openList(page, app)
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
  const shown = (...names: string[]) => expect(pages).toHaveText(['Previous', ...names, 'Next'])
  await page.getByLabel('Rows').selectOption('10')
  await expect(page.getByText('Showing 1 to 10 of 500 results')).toBeVisible()
  await shown('1', '2', '3', '4', '5')
  await page.getByRole('button', { name: 'Page 5' }).click()
  await shown('3', '4', '5', '6', '7')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 31 to 40 of 500 results')).toBeVisible()
  await shown('2', '3', '4', '5', '6')
  await page.goto(`${app.url}/user-management?limit=10&page=50`)
  await expect(page.getByText('Showing 491 to 500 of 500 results')).toBeVisible()
  await shown('46', '47', '48', '49', '50')
  await page.goto(`${app.url}/user-management?limit=10`)
  await shown('1', '2', '3', '4', '5')
  await page.getByRole('button', { name: 'Last page, 50' }).press('Enter')
  await expect(page.getByText('Showing 491 to 500 of 500 results')).toBeVisible()
  await shown('46', '47', '48', '49', '50')
  await page.goBack()
  await shown('1', '2', '3', '4', '5')
  // Until then, the last page's rows are shown.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await takePicture(page, `pages-${page.viewportSize()?.width}`)

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('10 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await expect(page.getByText('10 selected')).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked()
})

test('saves a client in the dialog and reports a colleague’s change', {
  tag: '@journey',
}, async ({ page, app }) => {
  await insertClients(app, 12)
  await signIn(page, app)
  const recent = page.getByRole('region', { name: 'Recent Updates' })
  await recent.getByRole('button', { name: 'View Changes' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('First Name').fill('Zora')
  const { users } = (await (await app.as('GET', '/api/admin/users?limit=1')).json()) as {
    users: { id: number; last_updated: string }[]
  }
  const [{ id, last_updated } = { id: 0, last_updated: '' }] = users
  await app.as('PUT', `/api/admin/users/${id}`, { last_name: 'Faster', last_updated })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Zora')
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Faster')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'User updated successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(recent.getByText('Zora Faster')).toBeVisible()
})
