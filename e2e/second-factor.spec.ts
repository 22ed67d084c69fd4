import { expect } from '@playwright/test'
import { accountLinkIn, addApp, beginApp, codeOf, giveCode, mailTo } from './accounts.ts'
import { ADMIN, editClient, giveCredentials, signIn, signInSeparately, test, toast } from './app.ts'
import { takePicture } from './look.ts'

test('asks for the app’s code at sign-in, and takes a recovery code once', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/account')
  const { secret, recoveryCodes } = await addApp(page)
  await expect(page.getByText('10 left, for a lost phone')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await giveCredentials(page)
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication Code' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(
    'Enter the 6-digit code from your authenticator app',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is required')).toBeVisible()
  await code.pressSequentially('a1-2 x')
  await expect(code).toHaveValue('12')
  await giveCode(page, '12345')
  await expect(page.getByText('The code has 6 digits')).toBeVisible()
  await giveCode(page, '000000')
  await expect(page.getByText('Invalid 2FA code', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page.getByText('Your session has ended.')).toBeHidden()
  await giveCredentials(page)
  await giveCode(page, codeOf(secret, 1).replace(/(\d{3})/, '$1 '))
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  for (const answer of ['Dashboard', 'Invalid 2FA code']) {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await giveCredentials(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!.toUpperCase())
    await page.getByRole('button', { name: 'Use Recovery Code' }).click()
    await expect(page.getByRole('main').getByText(answer)).toBeVisible()
  }
})

test('adds a passkey, signs in with it and reports a canceled one', async ({ page, app }) => {
  // Passkeys need a host name instead of an IP address.
  const named = { ...app, url: app.url.replace('127.0.0.1', 'localhost') }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, named, '/account')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await page.getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  await page.getByLabel('I have kept these codes in a safe place').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Work laptop')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await giveCredentials(page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('The passkey was not used')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await app.call('POST', '/api/auth/forgot-password', { email: ADMIN.email })
  const mail = await mailTo(app, ADMIN.email, 'Choose a new password')
  await page.goto(named.url + accountLinkIn(mail))
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    /^Your passkey cannot be used on this page/,
  )
})

test('ends other browsers’ sessions, while tabs take the new token', async ({
  page,
  app,
  browser,
}) => {
  await signIn(page, app, '/healthz')
  const tab = await page.context().newPage()
  await tab.goto(`${app.url}/email-templates/edit/GeneralClients`)
  await tab.getByLabel('Greeting').fill('Good day,')
  const elsewhere = await (await browser.newContext()).newPage()
  await signInSeparately(elsewhere, app, '/user-management')

  await page.goto(`${app.url}/account`)
  await addApp(page)
  await tab.getByRole('button', { name: 'Update Template' }).click()
  await expect(toast(tab, 'Template saved')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Email Templates' }).click()
  await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()
})

test('reports that another tab’s token cannot be checked', async ({ page, app }) => {
  await signIn(page, app)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(`${app.url}/login`)
  await page.route('**/api/auth/me', (route) => route.abort())
  const { token } = (await (await app.call('POST', '/api/auth/login', ADMIN)).json()) as {
    token: string
  }
  await tab.evaluate((theirs) => localStorage.setItem('attest.token', theirs), token)
  await expect(page.getByText('The server did not answer.')).toBeVisible()
  await page.unroute('**/api/auth/me')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('prints recovery codes alone, dark on white, with their owner', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, app, '/account')
  const { recoveryCodes } = await beginApp(page)
  const words = `Recovery codes of ${ADMIN.email}, Harrow & Finch`
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByText(words)).toBeHidden()
  const printed = page.evaluate(
    () => new Promise((done) => addEventListener('beforeprint', () => done(true), { once: true })),
  )
  await codes.getByRole('button', { name: 'Print' }).click()
  expect(await printed).toBe(true)

  await page.emulateMedia({ media: 'print' })
  await takePicture(page, 'recovery-codes-printed')
  const text = await page.locator('body').innerText()
  expect(text.split(/\n+/)).toEqual([words, ...recoveryCodes])
  const heading = codes.getByText(words)
  await expect(heading).toHaveCSS('color', 'rgb(29, 27, 24)')
  expect((await heading.boundingBox())!.y).toBeLessThan(40)
})

test('asks before unsaved recovery codes are closed', async ({ page, app }) => {
  await signIn(page, app)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Your Account' }).click()
  const { recoveryCodes } = await beginApp(page)
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  const question = page.getByRole('alertdialog', { name: 'Leave without your recovery codes?' })
  await page.goBack()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(codes.getByRole('listitem')).toHaveText(recoveryCodes)
  await expect(page).toHaveURL(/\/account$/)
  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(codes.getByRole('listitem')).toHaveText(recoveryCodes)

  await codes.getByLabel('I have kept these codes in a safe place').check()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'Make New Codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Codes' }).click()
  await expect(codes).toBeVisible()
  await page.goBack()
  await question.getByRole('button', { name: 'Leave without them' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('asks before removing the last factor, which a new password needs', async ({ page, app }) => {
  await signIn(page, app, '/account')
  const { secret, recoveryCodes } = await addApp(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.keyboard.press('Enter')
  const mail = await mailTo(app, ADMIN.email, 'Choose a new password')
  await page.goto(app.url + accountLinkIn(mail))
  await page.getByLabel('New password').fill('winter harbour lantern')
  await page.getByRole('button', { name: 'Set Password' }).click()
  const code = page.getByLabel('Two-factor code')
  await expect(code).toHaveAccessibleDescription(/The code of your second factor is missing\./)
  await code.fill(recoveryCodes[0]!)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await giveCredentials(page, { ...ADMIN, password: 'winter harbour lantern' })
  await giveCode(page, codeOf(secret, 1))
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Your password alone will then open')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Not set up.')).toBeVisible()
})

test.describe('where the firm asks for a second factor', () => {
  test.use({ settings: { REQUIRE_2FA: 'true' } })

  test('opens only the account until a required factor is set up', async ({ page, app }) => {
    await page.goto(`${app.url}/user-management`)
    await giveCredentials(page)
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByText('One step is left.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.goto(`${app.url}/email-templates`)
    await expect(page).toHaveURL(/\/account$/)

    await addApp(page)
    await expect(page.getByText('One step is left.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toBeHidden()
    await page.getByRole('link', { name: /^Clients/ }).click()
    await expect(page.getByText('No users yet')).toBeVisible()
  })
})

test.describe(() => {
  // Settings of its own: no later test gets a server that still requires the factor.
  test.use({ settings: { LINK_DAYS: '30' }, ownServer: true })

  test('asks for a second factor as soon as the office requires one', async ({ page, app }) => {
    const colleagues = await page.context().newPage()
    // The live stream would notice the requirement before the press.
    await colleagues.route('**/api/admin/events', (route) => route.abort())
    await editClient(colleagues, app)
    await signIn(page, app, '/settings')
    const everyone = page.getByLabel('Everyone signs in with a second step')
    await expect(everyone).toHaveAccessibleDescription(/ must set it up at once, you too/)
    await everyone.selectOption('Yes')
    await page.getByRole('button', { name: 'Save Changes' }).last().click()
    await expect(page.getByText('One step is left.')).toBeVisible()
    await colleagues.getByRole('button', { name: 'Save' }).click()
    await expect(colleagues.getByText('One step is left.')).toBeVisible()
    await addApp(page)
    await page.getByRole('link', { name: 'Rounds' }).click()
    await expect(page.getByRole('heading', { name: 'Rounds' })).toBeVisible()
  })
})
