import { expect } from '@playwright/test'
import { test } from './app.ts'
import { openLetter } from './letter.ts'
import { look } from './look.ts'

const UNSURE =
  'We cannot tell whether your answer was saved. Nothing you typed is lost: please submit it again. It counts only once.'

test('keeps an answer without a connection until it is sent again', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app, context }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  const city = page.getByLabel('City')
  await city.fill('Worcester')
  await context.setOffline(true)
  const submit = page.getByRole('button', { name: 'Submit Verification' })
  await submit.click()
  const notice = page.getByRole('alert')
  await expect(notice).toHaveText(`There is no internet connection. ${UNSURE}`)
  await expect(notice).toBeFocused()
  await look(page, 'verify-waiting')

  await city.fill('Salem')
  await submit.click()
  await expect(notice).toBeFocused()
  await context.setOffline(false)
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ city: 'Salem', status: 'updated' })
})

test('saves an answer once that is sent again after its reply was lost', async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('Information is Correct').check()
  let posts = 0
  await page.route('**/api/verify/*', async (route) => {
    posts += 1
    if (posts > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const submit = page.getByRole('button', { name: 'Submit Verification' })
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(UNSURE)
  await submit.click()
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
