import { expect, type Page } from '@playwright/test'
import { accountLinkIn, mailTo } from './accounts.ts'
import { ADMIN, giveCredentials, signIn, test } from './app.ts'

const entries = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

test('shares a session between tabs and never leads to another site', async ({
  page,
  app,
  context,
}) => {
  const other = await context.newPage()
  let later: Page

  await test.step('follows a sign-in of another tab', async () => {
    for (const tab of [page, other]) await tab.goto(`${app.url}/login`)
    await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await giveCredentials(page)
    await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  await test.step('keeps the session after its tab closes', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await entries(page)).toEqual(['attest.token'])
    for (const tab of [page, other]) await tab.close()
    later = await context.newPage()
    await later.goto(app.url)
    await expect(later.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(later).toHaveURL(/\/dashboard$/)
  })

  await test.step('never redirects to another site after sign-in', async () => {
    await later.getByRole('button', { name: 'Sign out' }).click()
    await later.goto(`${app.url}/login?next=/user-management?status=updated`)
    await giveCredentials(later)
    await expect(later).toHaveURL(`${app.url}/user-management?status=updated`)
    for (const foreign of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]) {
      await later.goto(`${app.url}/login?next=${encodeURIComponent(foreign)}`)
      await expect(later).toHaveURL(`${app.url}/dashboard`)
    }
  })
})

test('keeps the session with remember-me and clears it at sign-out', { tag: '@journey' }, async ({
  page,
  app,
  context,
}) => {
  await page.goto(app.url)
  await page.getByLabel('Remember me').check()
  await giveCredentials(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await entries(page)).toEqual(['attest.session', 'attest.token'])

  const [first, second] = [await context.newPage(), await context.newPage()]
  await page.close()
  await first.goto(`${app.url}/email-templates`)
  await expect(first.getByRole('heading', { name: 'Email Templates' })).toBeVisible()
  await second.goto(`${app.url}/mailings`)
  await second.getByRole('button', { name: 'Sign out' }).click()
  await expect(second.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(second.getByText('Your session has ended.')).toBeHidden()
  expect(await entries(second)).toEqual([])
})

test('sets a forgotten password by a link that works once', { tag: '@journey' }, async ({
  page,
  app,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, app, '/user-management')

  await page.goto(`${app.url}/login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const mail = await mailTo(app, ADMIN.email, 'Choose a new password')

  await page.goto(app.url + accountLinkIn(mail))
  await expect(page.getByText(`For ${ADMIN.email}.`)).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/link`)
  const password = page.getByLabel('New password')
  await password.fill('too short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
  await password.fill('password1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible()
  await expect(password).toHaveValue('password1234')
  await password.fill('winter harbour lantern')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
  await giveCredentials(page, { ...ADMIN, password: 'winter harbour lantern' })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await elsewhere.getByRole('link', { name: 'Email Templates' }).click()
  await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()
  await page.goto(app.url + accountLinkIn(mail))
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
})

test('mails a link for a new password only to its account', async ({ page, app }) => {
  await page.goto(`${app.url}/forgot-password`)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill('stranger@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(`${app.url}/forgot-password`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.keyboard.press('Enter')
  await mailTo(app, ADMIN.email, 'Choose a new password')
  expect(await app.accountMails()).toHaveLength(1)

  await test.step('explains a link’s page without its token', async () => {
    const mail = await mailTo(app, ADMIN.email, 'Choose a new password')
    await page.goto(app.url + accountLinkIn(mail))
    await expect(page.getByLabel('New password')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Open the link in your email again')).toBeVisible()
    // A mail program may open the link in the same tab.
    await page.goto(app.url + accountLinkIn(mail))
    await expect(page.getByLabel('New password')).toBeVisible()
  })
})

test('ends an idle session and says so', async ({ page, app }) => {
  await signIn(page, app, '/healthz')
  await app.sql(`update sessions set last_used_at = last_used_at - interval '13 hours'`)
  await page.goto(`${app.url}/user-management?status=updated`)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await giveCredentials(page)
  await expect(page).toHaveURL(/\/user-management\?status=updated$/)
})
