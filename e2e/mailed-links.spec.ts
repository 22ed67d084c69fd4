import { expect } from '@playwright/test'
import {
  accountLinkIn,
  addApp,
  codeOf,
  consoleErrors,
  giveCode,
  mailTo,
  sixDigitsIn,
} from './accounts.ts'
import { ADMIN, giveCredentials, signIn, test } from './app.ts'

const COLLEAGUE = 'colleague@example.com'

test('signs in once by a mailed link, then asks for the second factor', async ({ page, app }) => {
  const errors = consoleErrors(page)
  await signIn(page, app, '/account')
  const { secret } = await addApp(page)
  await page.getByRole('button', { name: 'Sign out' }).click()

  await app.call('POST', '/auth/v1/otp', { email: ADMIN.email })
  const link = app.url + accountLinkIn(await mailTo(app, ADMIN.email, 'Sign in'))
  await page.goto(link)
  await expect(page.getByText(`You will be signed in as ${ADMIN.email}.`)).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/link`)
  await page.reload()
  await expect(page.getByText('Open the link in your email again')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await giveCode(page, codeOf(secret, 1))
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(errors).toEqual([])

  await page.goto(link)
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
})

test('sets a first password with a mailed code', async ({ page, app }) => {
  const account = { email: COLLEAGUE, role: 'admin', email_confirm: true }
  expect((await app.as('POST', '/auth/v1/admin/users', account)).status).toBe(200)
  await app.call('POST', '/auth/v1/otp', { email: COLLEAGUE })
  await page.goto(app.url + accountLinkIn(await mailTo(app, COLLEAGUE, 'Sign in')))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(`${app.url}/account`)
  await expect(page.getByText('None: you sign in by a mailed link')).toBeVisible()

  await page.getByRole('button', { name: 'Set Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await expect(dialog.getByLabel('Your password')).toBeHidden()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  const code = sixDigitsIn(await mailTo(app, COLLEAGUE, 'Your confirmation code'))
  await dialog.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await dialog.getByLabel('New password').fill('winter harbour lantern')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The code is not right, or has expired.')).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password set', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await giveCredentials(page, { email: COLLEAGUE, password: 'winter harbour lantern' })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test.describe('if people may sign up by themselves', () => {
  test.use({ settings: { ALLOW_SIGNUP: 'true' } })

  test('confirms an address by the mailed link', async ({ page, app }) => {
    const newcomer = { email: COLLEAGUE, password: 'winter harbour lantern' }
    await app.call('POST', '/auth/v1/signup', newcomer)
    const mail = await mailTo(app, COLLEAGUE, 'Confirm your address')
    await page.goto(`${app.url}/login`)
    await giveCredentials(page, newcomer)
    await expect(page.getByRole('main').getByText(/open the link in the mail/)).toBeVisible()

    await page.goto(app.url + accountLinkIn(mail))
    await expect(page.getByText(`You sign in as ${COLLEAGUE}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(`${COLLEAGUE} is confirmed.`)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(COLLEAGUE)
    await giveCredentials(page, newcomer)
    await expect(page.getByText('Your account waits for approval')).toBeVisible()
    await page.goto(app.url + accountLinkIn(mail))
    await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  })
})
