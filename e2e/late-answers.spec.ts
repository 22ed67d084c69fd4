import { expect, type Route } from '@playwright/test'
import { addClient, signIn, tells, test, toast } from './house.ts'

test('an edit given up because another was faster leaves theirs on the screen, and the next is saved', async ({
  page,
  house,
}) => {
  const id = await addClient(house, 1)
  await signIn(page, house)
  await page.goto(`${house.url}/user-management/${id}`)
  const edit = page.getByRole('button', { name: 'Edit User' })
  await edit.click()
  await page.getByLabel('First Name').fill('Zora')
  await house.as('PUT', `/api/admin/users/${id}`, { first_name: 'Faster' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone changed this record')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Faster Lee 1')
  await edit.click()
  await expect(page.getByLabel('First Name')).toHaveValue('Faster')
  await page.getByLabel('City').fill('Salem')
  await page.getByRole('button', { name: 'Save' }).click()
  await tells(page, 'User updated successfully')
})

test('while a client is being saved nothing can be typed that would be lost, and the focus stays', async ({
  page,
  house,
}) => {
  const id = await addClient(house, 1)
  await signIn(page, house)
  await page.goto(`${house.url}/user-management/${id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  const city = page.getByLabel('City')
  await city.fill('Salem')
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/users/*', (route) =>
    route.request().method() === 'PUT' ? arrived.resolve(route) : route.continue(),
  )
  await city.press('Enter')
  const answer = await arrived.promise
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.type('town')
  await expect(city).toHaveValue('Salem')
  await page.getByLabel('Zip Code').press('Shift+Tab')
  await expect(city).toBeFocused()
  await answer.fulfill({ status: 500, body: '' })
  await tells(page, 'Update failed Failed to update user information', 'failure')
  await expect(city).toBeFocused()
  await page.keyboard.type('!')
  await expect(city).not.toHaveValue('Salem')
})

test('an export of a dialog that was closed does not close the next one', async ({
  page,
  house,
}) => {
  await signIn(page, house)
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/admin/export*', arrived.resolve)
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const open = page.getByRole('button', { name: 'Export Data' })
  await open.click()
  await dialog.getByRole('button', { name: 'Export as CSV' }).click()
  const answer = await arrived.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await answer.continue()
  await expect(toast(page, 'Export Successful')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
})
