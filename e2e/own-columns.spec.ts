import { expect } from '@playwright/test'
import { addClient, signIn, test, toast } from './app.ts'
import { csv, importDialog, openImport } from './import-dialog.ts'
import { look } from './look.ts'
import { test as sending } from './mail-server.ts'
import { askClients } from './round.ts'

const HEADERS =
  'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip,Office,Matter\n'
const row = (n: number, own: string) =>
  `X${n},Ann,Lee${n},ann${n}@example.com,617-555-0100,${n} Main St,Boston,MA,02134,${own}\n`
const SHEET =
  row(1, 'Boston,Estate of Ann') + row(2, 'Lowell,Trust') + row(3, 'Boston,') + row(4, 'Lowell,')

test('imports, changes, filters and deletes own columns', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app, '/settings')
  const section = page.getByRole('region', { name: 'Your Own Columns' })
  await section.getByRole('button', { name: 'Add Column' }).click()
  const add = page.getByRole('dialog', { name: 'Add a Column' })
  await add.getByLabel('Name').fill('Email')
  await add.getByRole('button', { name: 'Add Column' }).click()
  await expect(add.getByText('Every client has a field of this name already')).toBeVisible()
  await add.getByLabel('Name').fill('Attorney')
  await add.getByLabel('Kind').selectOption('Administrator')
  await look(page, 'own-column-new')
  await add.getByRole('button', { name: 'Add Column' }).click()
  await expect(section.getByText('in letters {{own.attorney}}')).toBeVisible()

  await page.goto(`${app.url}/user-management`)
  const { dialog, input, only } = await openImport(page)
  await input.setInputFiles(csv(SHEET, { headers: HEADERS }))
  await dialog.getByRole('button', { name: 'Keep as a Column of Your Own: Office' }).click()
  await expect(dialog.getByLabel('New column, kind')).toHaveValue('choice')
  await dialog.getByRole('button', { name: 'Keep as a Column of Your Own: Matter' }).click()
  await expect(dialog.getByText('Every column has a field.')).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'Estate of Ann' })).toBeVisible()
  await only.click()
  await importDialog(page).done.click()

  await page.goto(`${app.url}/user-management?own=2%3ABoston`)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()

  await page.goto(`${app.url}/user-management/1`)
  await expect(page.getByText('Estate of Ann')).toBeVisible()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Attorney').selectOption('admin@example.com')
  await page.getByLabel('Office').selectOption('None')
  await look(page, 'own-columns-edit')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page
      .getByRole('region', { name: 'Details' })
      .getByRole('definition')
      .filter({ hasText: 'admin@example.com' }),
  ).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByRole('row', { name: 'Office Boston empty' })).toBeVisible()

  await page.goto(`${app.url}/user-management?own=1%3Amine`)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()

  await page.goto(`${app.url}/settings`)
  await section.getByRole('button', { name: 'Edit Office' }).click()
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('Boston HQ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('Choice · Boston HQ, Lowell')).toBeVisible()
  await look(page, 'own-columns-settings')
  await section.getByRole('button', { name: 'Delete Office' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete Office?' })
  await expect(ask.getByText('3 clients have a value in it.')).toBeVisible()
  await look(page, 'own-column-delete')
  await ask.getByRole('button', { name: 'Delete Column' }).click()
  await expect(toast(page, 'Column deleted')).toBeVisible()

  await page.goto(`${app.url}/user-management?own=2%3ABoston`)
  await expect(page.getByText(/^No users (found|yet)$/)).toBeVisible()
})

test('shows a colleague’s changes to own columns', async ({ page, app }) => {
  await app.as('POST', '/api/admin/columns', { name: 'Matter', kind: 'text' })
  const id = await addClient(app, 1)
  await signIn(page, app, `/user-management/${id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Matter').fill('Mine')
  await app.as('PUT', `/api/admin/users/${id}`, { own: { 1: 'Theirs' }, city: 'Salem' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Someone changed' })).toContainText(
    'Theirs',
  )
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await expect(page.getByLabel('Matter')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page
      .getByRole('region', { name: 'Details' })
      .getByRole('definition')
      .filter({ hasText: 'Mine' }),
  ).toBeVisible()

  const office = { name: 'Office', kind: 'choice', choices: ['Boston'] }
  await app.as('POST', '/api/admin/columns', office)
  await page.goto(`${app.url}/settings`)
  await page.getByRole('button', { name: 'Edit Office' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Branch')
  const choices = [{ text: 'Boston', was: 'Boston' }, { text: 'Lowell' }]
  await app.as('PUT', '/api/admin/columns/2', { choices })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choice · Boston, Lowell')).toBeVisible()
})

sending('calls the clients of one administrator', { tag: '@pictures' }, async ({ page, app }) => {
  await app.as('POST', '/api/admin/columns', { name: 'Attorney', kind: 'administrator' })
  await askClients(app)
  const failed = async () =>
    (await (await app.as('GET', '/api/admin/rounds/1')).json()).coverage.reasons.failed
  await expect.poll(failed).toBe(6)
  await app.sql(`update clients set own = jsonb_build_object('1', (select id from admins limit 1))
    where id in (select client_id from messages where state = 'failed' order by id limit 2)`)
  await signIn(page, app, '/rounds/1')
  const person = page.getByLabel('Attorney', { exact: true })
  await expect(person.getByRole('option')).toContainText([
    'Everybody',
    'Mine',
    'admin@example.com (2)',
    'Nobody (58)',
  ])
  await person.selectOption('Mine')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await look(page, 'round-of-one-person')
  await page.getByRole('link', { name: /^Call / }).click()
  await expect(page.getByText('1 of 6')).toBeVisible()
  await page.getByLabel('Attorney', { exact: true }).selectOption('Mine')
  await expect(page.getByText('1 of 2')).toBeVisible()
})
