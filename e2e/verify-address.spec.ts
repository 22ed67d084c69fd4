import { expect } from '@playwright/test'
import { signIn, test } from './app.ts'
import { openLetter } from './letter.ts'
import { look } from './look.ts'

const readClient = async (app: { as: (method: string, path: string) => Promise<Response> }) =>
  (await app.as('GET', '/api/admin/users/1')).json()

test('accepts a foreign address on the client’s page', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('I live outside the United States').check()
  await page.getByLabel('Street address').fill('Torstraße 1')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Postal code').fill('10119')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await page.getByRole('link', { name: 'Choose a country' }).click()
  await expect(page.getByLabel('Country')).toBeFocused()
  await page.getByLabel('Country').selectOption('Germany')
  const envelope = page.getByRole('region', { name: 'Your details' })
  await expect(envelope).toContainText('Torstraße 1\nBerlin, 10119\nGermany')
  await look(page, 'verify-abroad')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  const moved = { country: 'DE', city: 'Berlin', state: '', zip_code: '10119', status: 'updated' }
  expect(await readClient(app)).toMatchObject(moved)
})

test('shows the state again to a client who moves back', async ({ page, app }) => {
  await openLetter(page, app, { country: 'CA', state: 'Ontario', zip_code: 'M5V 2T6' })
  await page.getByLabel('I Made Changes').check()
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await page.getByLabel('I live outside the United States').uncheck()
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('')
  await page.getByLabel('I live outside the United States').check()
  await expect(page.getByLabel('State, province or region')).toHaveValue('Ontario')
})

test('keeps the unit on its own line and stores one address', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app, { address: '1 Main St, Apt 3', last_name: 'Lee' })
  await page.getByLabel('I Made Changes').check()
  const unit = page.getByLabel('Apartment, suite or unit')
  await expect(page.getByLabel('Street address')).toHaveValue('1 Main St')
  await expect(unit).toHaveValue('Apt 3')
  await look(page, 'verify-unit')
  await unit.fill('')
  await page.getByLabel('Street address').fill('2 Elm St, Unit 7')
  await unit.fill('Floor 2')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  const { address } = await readClient(app)
  expect(address).toBe('2 Elm St, Unit 7, Floor 2')
})

test('edits a client who moved abroad and names the country', async ({ page, app }) => {
  await openLetter(page, app)
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Country').selectOption('Germany')
  await expect(page.getByLabel('State, Province or Region')).toHaveValue('')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Postal Code').fill('10119')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The first one, as the timeline shows the edit, too.
  await expect(page.getByRole('definition').filter({ hasText: 'Germany' }).first()).toBeVisible()
  expect(await readClient(app)).toMatchObject({ country: 'DE', state: '', zip_code: '10119' })
  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page.getByRole('row', { name: 'Country United States Germany' })).toBeVisible()
})
