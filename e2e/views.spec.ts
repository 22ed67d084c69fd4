import { expect, type Page } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const headings = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent))

test('keeps chosen columns and a view across browsers', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app, browser }) => {
  await insertClients(app, 30)
  await app.sql("update clients set status = 'confirmed' where id % 3 = 0")
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 25 of 30 results')).toBeVisible()

  await button(page, 'Columns').click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'Last Name' }).uncheck()
  await chooser.getByRole('checkbox', { name: 'City' }).check()
  await look(page, 'list-columns')
  await chooser.getByRole('button', { name: 'Move City up' }).click()
  await chooser.getByRole('button', { name: 'Move City up' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Columns')).toBeFocused()
  const chosen = ['Select all', 'No.', 'First Name', 'Client Number', 'Email', 'City', 'Status']
  await expect.poll(() => headings(page)).toEqual([...chosen, 'Last Updated', 'Actions'])

  await page.getByLabel('Status', { exact: true }).selectOption('Confirmed')
  await button(page, 'City').click()
  await expect(page.getByText('Showing 1 to 10 of 10 results')).toBeVisible()
  await button(page, 'Save as View').click()
  await page.getByLabel('Name').fill('Confirmed by city')
  await page.getByLabel('Share with all').check()
  await look(page, 'list-view-dialog')
  await button(page, 'Save View').click()
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name: 'Confirmed by city' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await look(page, 'list-view')

  const other = await browser.newContext()
  const second = await other.newPage()
  await signIn(second, app)
  const menu = second.getByRole('list', { name: 'Views of clients' })
  await menu.getByRole('link', { name: 'Confirmed by city' }).click()
  await expect(second.getByText('Showing 1 to 10 of 10 results')).toBeVisible()
  await expect(second.getByText('Status: Confirmed')).toBeVisible()
  expect(await headings(second)).toEqual([...chosen, 'Last Updated', 'Actions'])
  await expect(second.getByRole('columnheader', { name: 'City' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await button(second, 'Remove the filter Status').click()
  await expect(button(second, 'Save Changes')).toBeVisible()
  await second.getByRole('link', { name: 'All Clients' }).click()
  await expect(second.getByText('Showing 1 to 25 of 30 results')).toBeVisible()
})

test('finds a client, a screen and an action by the keyboard', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 30)
  await app.sql("update clients set first_name = 'Ingrid', last_name = 'Sørensen' where id = 7")
  await signIn(page, app)
  await expect(page.getByText('Showing 1 to 25 of 30 results')).toBeVisible()
  const find = button(page, 'Find')
  await find.click()
  const palette = page.getByRole('dialog', { name: 'Find' })
  await look(page, 'palette')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(find).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('sorensen ing')
  const first = palette.getByRole('option').first()
  await expect(first).toHaveText('Ingrid Sørensen, 1007Boston')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  const record = palette.getByRole('option', { name: 'Record an answer from Ingrid Sørensen' })
  await expect(record).toBeVisible()
  await look(page, 'palette-found')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ingrid Sørensen' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('mailings')
  await expect(palette.getByRole('option', { name: 'Mailings' })).toBeVisible()
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mailings' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create User' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette).toHaveCount(0)
})

test('moves by keys, and shows nobody in a view with a deleted column', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await test.step('walks from the search through the rows by the arrow keys', async () => {
    await insertClients(app, 30)
    await signIn(page, app, '/user-management?sort=client_number')
    await expect(page.getByText('Showing 1 to 25 of 30 results')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search')).toBeFocused()
    await page.keyboard.type('/')
    await expect(page.getByLabel('Search')).toHaveValue('/')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(page.getByRole('row').nth(25)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Client 1002')).toBeVisible()
  })

  const choices = ['Estate', 'Trust']
  await app.as('POST', '/api/admin/columns', { name: 'Matter', kind: 'choice', choices })
  await app.as('PUT', '/api/admin/users/3', { own: { 1: 'Estate' } })
  await page.goto(`${app.url}/user-management`)
  await button(page, 'Columns').click()
  await page.getByRole('checkbox', { name: 'Matter' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Matter' })).toBeVisible()
  await button(page, 'Filters').click()
  await page.getByLabel('Matter').selectOption('Estate')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Estate' })).toBeVisible()
  await look(page, 'list-own-column')
  await button(page, 'Save as View').click()
  await page.getByLabel('Name').fill('Estates')
  await button(page, 'Save View').click()
  await expect(page.getByRole('link', { name: 'Estates' }).first()).toBeVisible()

  await app.as('DELETE', '/api/admin/columns/1?values=1')
  await page.goto(`${app.url}/user-management`)
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Estates' }).click()
  await expect(page.getByText('This view has lost one of its columns')).toBeVisible()
  await expect(page.getByText('Deleted column: no longer exists')).toBeVisible()
  await expect(page.getByText('No users found', { exact: true })).toBeVisible()
  await look(page, 'list-view-lost')
  await button(page, 'Remove the filter Deleted column').click()
  await expect(page.getByText('Showing 1 to 25 of 30 results')).toBeVisible()
  await button(page, 'Save Changes').click()
  await button(page, 'Save View').click()
  await expect(page.getByText('This view has lost')).toHaveCount(0)
})

test('shows a view that a colleague has saved meanwhile', async ({ page, app }) => {
  await insertClients(app, 3)
  const view = {
    ...{ name: 'Ours', shared: true, filter: { status: 'pending' } },
    ...{ sort: '-last_updated', columns: ['first_name', 'email'] },
  }
  await app.as('POST', '/api/admin/views', view)
  await signIn(page, app, '/user-management')
  await page.getByRole('navigation', { name: 'Views' }).getByText('Ours').click()
  await button(page, 'Remove the filter Status').click()
  await app.as('PUT', '/api/admin/views/1', { ...view, name: 'Theirs', version: 1 })
  await button(page, 'Save Changes').click()
  await button(page, 'Save View').click()
  await expect(page.getByRole('alert')).toContainText('now named “Theirs”')
  await button(page, 'Save View').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const saved = (await (await app.as('GET', '/api/admin/views')).json()) as object[]
  expect(saved).toMatchObject([{ name: 'Ours', version: 3, filter: { status: 'all' } }])
})
