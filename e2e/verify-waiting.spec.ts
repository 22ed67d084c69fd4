import { expect } from '@playwright/test'
import { test } from './app.ts'
import { openLetter, openPlainLetter } from './letter.ts'
import { look } from './look.ts'

const WAITS = 'Your answer is kept on this page and is sent as soon as the connection is back.'

test('keeps an answer without a connection and sends it later', {
  tag: '@pictures',
}, async ({ page, app, context }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  const city = page.getByLabel('City')
  await city.fill('Worcester')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(`There is no internet connection. ${WAITS}`)
  await expect(notice).toBeFocused()
  await expect(city).not.toBeEditable()
  await look(page, 'verify-waiting')

  await page.getByRole('button', { name: 'Change My Answer' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await city.fill('Salem')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  const sendNow = page.getByRole('button', { name: 'Send Now' })
  await sendNow.press('Enter')
  await expect(sendNow).toBeFocused()
  await expect(notice).toContainText(WAITS)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ city: 'Salem', status: 'updated' })
})

test('sends an answer again after its reply was lost', async ({ page, app }) => {
  await page.clock.install()
  await openLetter(page, app)
  await page.getByLabel('Information is Correct').check()
  let posts = 0
  await page.route('**/api/verify/*', async (route) => {
    posts += 1
    if (posts > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('alert')).toContainText(WAITS)
  await page.clock.runFor(5000)
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  expect(posts).toBe(2)
  const history = await (await app.as('GET', '/api/admin/users/1/audit-logs')).json()
  expect(history).toMatchObject([{ action: 'confirmed' }, { action: 'created' }])
})

test('never reports a different second answer as saved', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const address = await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  const url = address.replace('/verify/', '/api/verify/')
  const details = await (await page.request.get(url)).json()
  await page.request.post(url, { data: { ...details, action: 'confirm' } })
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    /^You have already answered with this link, on \w+ \d+\. This second answer was not saved\.$/,
  )
  await expect(page.getByLabel('City')).toHaveValue('Worcester')
  await look(page, 'verify-second-answer')
  await page.getByRole('button', { name: 'Send Me a New Link' }).click()
  const sent = page.getByRole('status').filter({ hasText: 'we have emailed you a new one.' })
  await expect(sent).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Worcester')
})

test('keeps input that was typed before the script loaded', async ({ page, app }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const address = await openPlainLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await expect(page.getByLabel('City')).toBeHidden()
  scripts.resolve()
  await expect(page.getByLabel('City')).toBeVisible()

  const later = Promise.withResolvers<void>()
  await page.unroute('**/*.js')
  await page.route('**/*.js', async (route) => {
    await later.promise
    await route.continue()
  })
  await page.goto(`${address}?change`, { waitUntil: 'commit' })
  await page.getByLabel('City').fill('Worcester')
  await page.getByLabel('State', { exact: true }).selectOption('Ohio')
  later.resolve()
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText('Worcester, OH')
  await expect(page.getByLabel('City')).toBeFocused()
})
