import { expect } from '@playwright/test'
import { accountLinkIn, addApp, mailTo } from './accounts.ts'
import { ADMIN, giveCredentials, signIn, test } from './app.ts'
import { look } from './look.ts'

const LONG_ADDRESS = 'bartholomew.garcia-marquez.de.la.cruz@registry.subdomain.example.com'

test.use({
  settings: {
    OIDC_ENTRA_ISSUER: 'http://127.0.0.1:9',
    OIDC_ENTRA_CLIENT_ID: 'attest',
    OIDC_ENTRA_CLIENT_SECRET: 'unused',
    OIDC_ENTRA_LABEL: 'Microsoft',
  },
})

test('shows the screens before sign-in at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await page.goto(`${app.url}/login`)
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  await giveCredentials(page, { ...ADMIN, password: 'wrong' })
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await look(page, 'login-failed')
  await page.route('**/api/auth/login', () => {})
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  await look(page, 'login-waiting')
  await page.unroute('**/api/auth/login')
  await page.evaluate(() => localStorage.setItem('attest.token', 'ended'))
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await look(page, 'login-expired')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  await look(page, 'forgot-password')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await look(page, 'forgot-password-asked')
  const mail = await mailTo(app, ADMIN.email, 'Choose a new password')
  await page.goto(app.url + accountLinkIn(mail))
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
  await look(page, 'link-password')
  await app.call('POST', '/auth/v1/otp', { email: ADMIN.email })
  const signInMail = await mailTo(app, ADMIN.email, 'Sign in')
  await page.goto(app.url + accountLinkIn(signInMail))
  await expect(page.getByText(`You will be signed in as ${ADMIN.email}.`)).toBeVisible()
  await look(page, 'link-sign-in')
  await page.goto(`${app.url}/link#${'x'.repeat(43)}`)
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  await look(page, 'link-invalid')
  await page.goto(`${app.url}/link`)
  await expect(page.getByText('Open the link in your email again')).toBeVisible()
  await page.goto(`${app.url}/sign-in?error=access_denied`)
  await expect(page.getByText('This sign-in was not started in this tab.')).toBeVisible()
  await look(page, 'provider-return')
})

test('shows the account and second step at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(240_000)
  await signIn(page, app)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Your Account' })).toBeVisible()
  await look(page, 'account-menu')
  await page.goto(`${app.url}/account`)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await look(page, 'account-password')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change Email' }).click()
  await page.getByLabel('New email').fill(LONG_ADDRESS)
  await look(page, 'account-email')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting until you open the link')).toBeVisible()
  await page.getByRole('button', { name: 'Add Authenticator App' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await look(page, 'account-app')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await addApp(page)
  await expect(page.getByText('10 left, for a lost phone')).toBeVisible()
  await look(page, 'account-two-factor')
  await page.getByRole('button', { name: 'Make New Codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Codes' }).click()
  await expect(page.getByText('Keep your recovery codes')).toBeVisible()
  await look(page, 'account-recovery-codes')
  await page.getByLabel('I have kept these codes in a safe place').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await giveCredentials(page)
  await expect(page.getByPlaceholder('Enter 6-digit code')).toBeVisible()
  await look(page, 'second-step')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await look(page, 'second-step-recovery')
})

test('shows administrators and the log at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await signIn(page, app, '/administrators')
  for (const email of [LONG_ADDRESS, 'colleague@example.com']) {
    await page.getByRole('button', { name: 'Invite Administrator' }).click()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    const link = page.getByRole('dialog', { name: 'Pass the link on' })
    await expect(link).toBeVisible()
    if (email === LONG_ADDRESS) await look(page, 'administrators-link')
    await link.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('row', { name: email })).toBeVisible()
  }
  await look(page, 'administrators')
  await page.getByRole('button', { name: 'Invite Administrator' }).click()
  await look(page, 'administrators-invite')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for colleague@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw Invitation' }).click()
  await page.keyboard.press('Escape')
  await page.goto(`${app.url}/security-log`)
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
  await look(page, 'security-log')
  await page.goto(`${app.url}/security-log?search=nobody`)
  await expect(page.getByText('No entries found')).toBeVisible()
})

test.describe('where the firm asks for a second factor', () => {
  test.use({ settings: { REQUIRE_2FA: 'true' } })

  test('shows the missing steps at both widths, light and dark', {
    tag: ['@pictures', '@slow'],
  }, async ({ page, app }) => {
    test.setTimeout(120_000)
    await page.goto(`${app.url}/login`)
    await giveCredentials(page)
    await expect(page.getByText('One step is left.')).toBeVisible()
    await look(page, 'account-required')
  })
})
