import { expect, type Route } from '@playwright/test'
import { ADMIN, giveCredentials, notification, showsToast, test } from './app.ts'

test('reports a wrong password at the field and in a toast', async ({ page, app }) => {
  await page.goto(app.url)
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await email.fill(ADMIN.email)
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  // The label names the next action, so a pressed state would say the opposite.
  const hide = page.getByRole('button', { name: 'Hide password' })
  await expect(hide).not.toHaveAttribute('aria-pressed')
  await hide.click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.press('Enter')
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await expect(email).toHaveAccessibleDescription('Invalid credentials')
  await expect(email).toBeFocused()
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(email).toHaveAccessibleDescription(/^Too many attempts\./, { timeout: 500 })
  }).toPass()
})

test('reports a sign-in without a reply at the field until it succeeds', async ({ page, app }) => {
  await page.goto(app.url)
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/auth/login', (route) => asked.resolve(route))
  await giveCredentials(page)
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  await (await asked.promise).fulfill({ status: 502, body: 'Bad gateway' })
  await showsToast(page, 'Login Failed Login failed. Please try again.', 'failure')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Login failed. Please try again.',
  )
  await page.unroute('**/api/auth/login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // Without the sign-in, the toast would stay for five seconds.
  await expect(notification(page)).toHaveCount(0, { timeout: 1_000 })
})
