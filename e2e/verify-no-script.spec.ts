import { expect } from '@playwright/test'
import { answer, test } from './app.ts'
import { CLIENT, openPlainLetter } from './letter.ts'

test.use({ javaScriptEnabled: false })

test('confirms without a script', async ({ page, app }) => {
  await openPlainLetter(page, app)
  await expect(page).toHaveTitle('Are these details still right? · Harrow & Finch')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByRole('link', { name: 'Please choose one of the two answers.' }).click()
  await page.getByLabel('Information is Correct').check()
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ status: 'confirmed', has_changes: false })
})

test('corrects details without a script', async ({ page, app }) => {
  await openPlainLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  const submit = page.getByRole('button', { name: 'Submit Verification' })
  await submit.click()
  await submit.click()
  const question = page.getByRole('group', { name: 'You have changed nothing.' })
  await question.getByRole('button', { name: 'No, I Will Change It' }).click()
  await page.getByLabel('City').fill('Worcester')
  await page.getByLabel('Zip code').fill('12')
  await submit.click()
  await expect(page.getByRole('link', { name: /^Enter a zip code of 5 digits/ })).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Worcester')
  await page.getByLabel('Zip code').fill('01608')
  await submit.click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  await expect(page.getByText('Worcester, MA 01608')).toBeVisible()
})

test('moves abroad without a script', async ({ page, app }) => {
  await openPlainLetter(page, app)
  await page.getByRole('link', { name: 'Change Address' }).click()
  await expect(page.getByLabel('Street address')).toHaveValue(CLIENT.address)
  await expect(page.getByLabel('I Made Changes')).toBeChecked()
  await page.getByLabel('Street address').fill('Torstraße 1')
  await page.getByLabel('Apartment, suite or unit').fill('3. OG')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('I live outside the United States').check()
  const submit = page.getByRole('button', { name: 'Submit Verification' })
  await submit.click()
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByLabel('Postal code').fill('10119')
  await submit.click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  await expect(page.getByText('Germany')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  const moved = { address: 'Torstraße 1, 3. OG', state: '', zip_code: '10119', country: 'DE' }
  expect(client).toMatchObject(moved)
})

test('shows the office’s changes without a script', async ({ page, app }) => {
  await openPlainLetter(page, app)
  await page.getByRole('link', { name: 'Change Address' }).click()
  await page.getByLabel('City').fill('Worcester')
  await app.as('PUT', '/api/admin/users/1', { city: 'Salem' })
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('alert')).toContainText('we changed your city')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ city: 'Worcester', status: 'updated' })
})

test('mails a new link without a script', async ({ page, app }) => {
  await openPlainLetter(page, app)
  await answer(app, CLIENT.email)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^You answered on \w+ \d+$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Send Me a New Link' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'If this link was ours and we have your email, we have emailed you a new one. Please check your email.',
  )
  await expect.poll(async () => (await app.outbox()).length).toBe(2)
})
