import { expect, type Page } from '@playwright/test'
import { accountLinkIn, mailTo, sixDigitsIn } from './accounts.ts'
import { ADMIN, giveCredentials, signIn, signInSeparately, test } from './app.ts'

const NEW_EMAIL = 'registry@example.com'

async function askForNewEmail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Email' }).click()
  await page.getByLabel('New email').fill(NEW_EMAIL)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Waiting until you open the link')).toBeVisible()
}

test('changes the address once its link is opened, and notifies the old one', async ({
  page,
  app,
}) => {
  await signIn(page, app)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Your Account' }).click()
  await askForNewEmail(page)
  await mailTo(app, ADMIN.email, 'Your address is about to change')
  const mail = await mailTo(app, NEW_EMAIL, 'Confirm your new address')
  await page.getByRole('button', { name: 'Cancel Change' }).click()
  await expect(page.getByText('Waiting until you open the link')).toBeHidden()
  await page.goto(app.url + accountLinkIn(mail))
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()

  await page.goto(`${app.url}/account`)
  await askForNewEmail(page)
  let fresh = mail
  await expect(async () => {
    const mails = (await app.accountMails()).filter(({ to }) => to?.[0]?.address === NEW_EMAIL)
    fresh = mails.find(({ messageId }) => messageId !== mail.messageId)!
    expect(fresh).toBeDefined()
  }).toPass()
  await page.goto(app.url + accountLinkIn(fresh))
  await expect(page.getByText(`From now on you sign in as ${NEW_EMAIL}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(NEW_EMAIL)).toBeVisible()
})

test('changes the password by password or code, and ends other sessions', {
  tag: '@journey',
}, async ({ page, app }) => {
  await signInSeparately(page, app, '/account')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  const present = dialog.getByLabel('Your password')
  await expect(present).toBeFocused()
  await present.fill('not it at all')
  await dialog.getByLabel('New password').fill('winter harbour lantern')
  await page.keyboard.press('Enter')
  await expect(present).toHaveAccessibleDescription('The password is not right.')
  await expect(page.getByText('The password is not right.')).toHaveCount(1)
  await present.fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  expect((await app.as('GET', '/api/admin/stats')).status).toBe(401)

  await page.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByRole('button', { name: 'Email me a code instead' }).click()
  const mail = await mailTo(app, ADMIN.email, 'Your confirmation code')
  await dialog.getByLabel('Code').fill(sixDigitsIn(mail))
  await dialog.getByLabel('New password').fill('summer orchard ladder')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await giveCredentials(page, { ...ADMIN, password: 'summer orchard ladder' })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('asks for the password before a change of sign-in, which Cancel stops', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/healthz')
  await app.sql(`update sessions set confirmed_at = confirmed_at - interval '11 minutes'`)
  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Add Authenticator App' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await adding.getByLabel('Name').fill('My phone')
  await adding.getByRole('button', { name: 'Continue' }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toBeHidden()
  await expect(adding.getByLabel('Name')).toHaveValue('My phone')
  await expect(page.getByRole('alert')).toBeHidden()

  await adding.getByRole('button', { name: 'Continue' }).click()
  await asking.getByLabel('Your password').fill('not it at all')
  await page.keyboard.press('Enter')
  await expect(asking.getByText('The password is not right.')).toBeVisible()
  await asking.getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('img', { name: 'QR code' })).toBeVisible()
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await askForNewEmail(page)
})

test('lists and ends sessions', async ({ page, app, browser }) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signInSeparately(elsewhere, app, '/user-management')
  await signInSeparately(page, app, '/account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(
    sessions.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button'),
  ).toHaveCount(0)
  await sessions.getByRole('button', { name: /^End the session of Chrome on Linux/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await elsewhere.getByRole('link', { name: 'Email Templates' }).click()
  await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()

  await sessions.getByRole('button', { name: 'End All Others' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('signed out in 1 other place.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End All Others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await app.as('GET', '/api/admin/stats')).status).toBe(401)
})
