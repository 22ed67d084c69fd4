import { expect, type Page } from '@playwright/test'
import { signIn, test } from './app.ts'

const says = (page: Page, ...texts: string[]) =>
  Promise.all(
    texts.map((text) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()),
  )

const NOT_FOUND = 'No users found matching your criteria. Try adjusting your search or filters.'

test('says what to do on each screen before the first client', async ({ page, app }) => {
  await signIn(page, app)
  await says(page, 'No clients yet. Three steps to your first answers.')
  await page.goto(`${app.url}/user-management`)
  await says(page, 'No users yet')
  await expect(page.getByText(/Create User button/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending')
  await says(page, 'No users found', NOT_FOUND)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All Status')
  await says(page, 'No users yet')
  await page.getByLabel('Search').fill('anybody')
  await says(page, 'No users found', NOT_FOUND)
  await page.getByRole('link', { name: 'Mailings' }).click()
  await says(page, 'No mailings yet')
  await page.goto(`${app.url}/outbox`)
  await says(page, 'The outbox is empty')
  // Only a damaged database has no template, as the last one cannot be deleted.
  await page.route('**/api/admin/email-templates', (route) => route.fulfill({ json: [] }))
  await page.getByRole('link', { name: 'Email Templates' }).click()
  await says(page, 'No Email Templates')
  await expect(page.getByRole('link', { name: 'Create Template' })).toHaveCount(2)
  await page.goto(`${app.url}/no-such-page`)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()

  await test.step('for an address that cannot be decoded', async () => {
    for (const path of ['/100%', '/user-management/%E0%A4%A']) {
      await page.goto(app.url + path)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    }
    await page.goto(`${app.url}/verify/abc%`)
    await says(page, 'This verification link is invalid or has expired.')
  })
})
