import { expect } from '@playwright/test'
import { addClient, signIn, test } from './app.ts'
import { openLetter } from './letter.ts'
import { look } from './look.ts'

test('suggests corrections on the client’s page, one press each', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app, { address: '1 Main St, Apt 3' })
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('Street address').fill('2 Elm St')
  await page.getByLabel('Apartment, suite or unit').fill('')
  await page.getByLabel('Zip code').fill('100011234')
  const email = page.getByLabel('Email')
  await email.fill('ana@gmial.com')
  await expect(page.getByText('Did you mean')).toBeHidden()
  await page.getByLabel('Phone number').focus()
  await expect(page.getByRole('status')).toContainText([
    'The address on file ends with “Apt 3”.',
    'Zip code 10001 is in New York.',
    'Did you mean ana@gmail.com?',
  ])
  await look(page, 'verify-suggestions')
  await page.getByRole('button', { name: 'Use this' }).click()
  await expect(email).toHaveValue('ana@gmail.com')
  await page.getByRole('button', { name: 'Use New York' }).click()
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('NY')
  await page.getByRole('button', { name: 'Add Apt 3' }).click()
  await expect(page.getByLabel('Apartment, suite or unit')).toHaveValue('Apt 3')
  await expect(page.getByRole('status')).toHaveText(['', '', ''])
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('2 Elm St, Apt 3')).toBeVisible()
})

test('shows suggestions that neither block a submit nor move under a press', async ({
  page,
  app,
}) => {
  await page.clock.install()
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('Email').fill('ana@gmial.com')
  await page.getByRole('button', { name: 'Submit Verification' }).hover()
  await page.mouse.down()
  // Waits longer than the pause before a field is checked.
  await page.clock.runFor(400)
  await expect(page.getByText('Did you mean')).toBeHidden()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client.email).toBe('ana@gmial.com')
})

test('suggests corrections in the office’s forms', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const id = await addClient(app, 1, { address: '1 Main St Apt 3' })
  await signIn(page, app, `/user-management/${id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ana@yhaoo.com')
  await page.getByLabel('Address').fill('2 Elm St')
  await page.getByLabel('Zip Code').fill('10001')
  await page.getByLabel('City').focus()
  await expect(page.getByRole('button', { name: 'Use New York' })).toBeVisible()
  await look(page, 'client-suggestions')
  await page.getByRole('button', { name: 'Use this' }).click()
  await expect(email).toBeFocused()
  await page.getByRole('button', { name: 'Add Apt 3' }).click()
  await page.getByRole('button', { name: 'Use New York' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 Elm St, Apt 3').first()).toBeVisible()
  const client = await (await app.as('GET', `/api/admin/users/${id}`)).json()
  expect(client).toMatchObject({ email: 'ana@yahoo.com', state: 'NY', zip_code: '10001' })
})
