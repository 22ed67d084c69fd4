import { expect } from '@playwright/test'
import { addClient, insertClients, showsToast, signIn, test } from './app.ts'
import { look } from './look.ts'

test('restores deleted clients from the trash and from a client’s page', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 60)
  const alone = await addClient(app, 1)
  await app.as('DELETE', `/api/admin/users/${alone}`)
  const { users } = await (await app.as('GET', '/api/admin/users?limit=12')).json()
  const ids = users.map(({ id }: { id: number }) => id)
  await app.as('POST', '/api/admin/users/delete', { ids })
  await signIn(page, app, '/user-management')
  await expect(page.getByText('Showing 1 to 25 of 48 results')).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('Showing 1 to 13 of 13 results')).toBeVisible()
  await look(page, 'trash')
  await page.getByRole('button', { name: 'With 11 others' }).first().click()
  await expect(page.getByText('Showing 1 to 12 of 12 results')).toBeVisible()
  await look(page, 'trash-deletion')
  await page.getByRole('button', { name: 'Restore All 12' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore 12' }).click()
  await showsToast(page, '12 clients restored Links sent before the deletion stay closed.')
  await page.getByRole('button', { name: /^Deleted together/ }).click()

  await page.getByRole('link', { name: 'Ana Lee 1' }).click()
  await page.getByRole('button', { name: 'Restore Client' }).click()
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
  await page.goto(`${app.url}/user-management/trash`)
  await expect(page.getByText('The trash is empty')).toBeVisible()
})

test('deletes a client for good once the full name is typed', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  const id = await addClient(app, 1)
  await app.as('DELETE', `/api/admin/users/${id}`)
  await signIn(page, app, '/user-management/trash')
  await page.getByRole('button', { name: 'Delete Now: Ana Lee 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Ana Lee 1 now?' })
  await dialog.getByLabel(/enter the full name/).fill('Ana')
  await dialog.getByRole('button', { name: 'Delete for Good' }).click()
  await expect(dialog).toContainText('Enter the full name as it is shown above.')
  await look(page, 'trash-delete-now')
  await dialog.getByLabel(/enter the full name/).fill('ana lee 1')
  await dialog.getByRole('button', { name: 'Delete for Good' }).click()
  await showsToast(page, 'Deleted for good The client and the client’s files are gone.')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.goto(`${app.url}/user-management/${id}`)
  await expect(page.getByText('This client does not exist or was deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Client' })).toBeHidden()
})
