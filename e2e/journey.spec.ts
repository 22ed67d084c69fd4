import { expect } from '@playwright/test'
import { fixture, linkIn, signIn, test } from './app.ts'

test('imports a sheet, mails every client and shows an answer', {
  tag: ['@journey', '@phone'],
}, async ({ page, app, browser }) => {
  await signIn(page, app)

  await page.getByRole('button', { name: 'Import New File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  await dialog.locator('input[type=file]').setInputFiles(fixture('clients-500.xlsx'))
  await dialog.getByRole('button', { name: 'Import & Email 500 Clients' }).click()
  await expect(dialog.getByText('500').first()).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()

  const mails = await app.outbox()
  expect(mails).toHaveLength(500)
  expect(new Set(mails.map(linkIn)).size).toBe(500)
  const mail = mails.find(({ to }) => to?.[0]?.address === 'ignacio.yamamoto2@example.com')!

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const letter = await phone.newPage()
  const requested: string[] = []
  letter.on('request', (request) => requested.push(new URL(request.url()).host))
  await letter.goto(app.url + linkIn(mail))
  await expect(letter.getByText('5561 Oak St')).toBeVisible()
  await letter.getByLabel('I Made Changes').check()
  await letter.getByLabel('Street address').fill('12 Beacon Street')
  await letter.getByLabel('City').fill('Worcester')
  await letter.getByLabel('Zip code').fill('01608')
  await letter.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(letter.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
  await expect(letter.getByText('Thank you for verifying your information.')).toBeVisible()
  expect(new Set(requested)).toEqual(new Set([new URL(app.url).host]))
  await letter.goto(app.url + linkIn(mail))
  await expect(letter.getByRole('heading', { name: 'You answered on' })).toBeVisible()
  await phone.close()

  await page.goto(`${app.url}/dashboard`)
  const recent = page.getByRole('region', { name: 'Recent Updates' })
  await expect(recent.getByText('Ignacio Yamamoto')).toBeVisible()
  await recent
    .getByRole('button', { name: /View Changes/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('12 Beacon Street').first()).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).first().click()

  await page.getByLabel('Search').fill('yamamoto2@')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await page.getByRole('row', { name: /ignacio.yamamoto2@example.com/ }).click()
  await page.getByRole('tab', { name: 'Change History' }).click()
  const change = page.getByRole('row', { name: /City/ }).first()
  await expect(change).toContainText('Boston')
  await expect(change).toContainText('Worcester')
})
