import { expect, type Page } from '@playwright/test'
import { insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const headings = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent))

test('keeps chosen columns and a view, in another browser too', {
  tag: '@pictures',
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
  await chooser.getByRole('button', { name: 'Move City forward' }).click()
  await chooser.getByRole('button', { name: 'Move City forward' }).press('Enter')
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
