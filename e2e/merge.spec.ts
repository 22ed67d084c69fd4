import { expect } from '@playwright/test'
import { addClient, showsToast, signIn, test } from './app.ts'
import { look } from './look.ts'

test('merges two clients of the list, and undoes it in the trash', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await addClient(app, 1)
  await addClient(app, 2, {
    email: 'ana.lee@example.org',
    address: '7 Harbour Road, Apartment 12, Building C',
    alt_number: '617 555 0177',
  })
  await signIn(page, app, '/user-management')
  await page.getByRole('checkbox', { name: 'Select Ana Lee 1' }).check()
  await page.getByRole('checkbox', { name: 'Select Ana Lee 2' }).check()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two clients' })
  const pick = (line: string, value: RegExp) =>
    dialog.getByRole('radiogroup', { name: line }).getByRole('radio', { name: value }).check()
  await pick('Record', /Ana Lee 1/)
  await pick('Email', /ana.lee@example.org/)
  await expect(
    dialog
      .getByRole('radiogroup', { name: 'Alternate Phone' })
      .getByRole('radio', { name: '(617)' }),
  ).toBeChecked()
  await look(page, 'merge')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await showsToast(
    page,
    'Clients merged Both are Ana Lee 1 (A1) now. You can undo this in the trash for 30 days.',
  )
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByText('ana.lee@example.org').first()).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('Merged into')).toBeVisible()
  await look(page, 'trash-merged')
  await page.getByRole('button', { name: 'Undo Merge Ana Lee 2' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await expect(page.getByText('ana1@example.com').first()).toBeVisible()
})
