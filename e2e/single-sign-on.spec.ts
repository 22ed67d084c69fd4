import { expect, type Page } from '@playwright/test'
import type { startProvider } from '../testing/oidc-provider.ts'
import { addApp, codeOf, giveCode } from './accounts.ts'
import { ADMIN, type App, test as base, giveCredentials, signIn } from './app.ts'

/** The product at its own address, with a real OpenID provider. */
const test = base.extend<{ provider: Awaited<ReturnType<typeof startProvider>> }>({
  provider: async ({ oidc: { provider } }, use) => {
    provider.now.person = undefined
    await use(provider)
  },
  settings: async ({ oidc: { provider, port } }, use) =>
    use({
      ...provider.settings,
      OIDC_LOCAL_LABEL: 'Harbour ID',
      ALLOW_SIGNUP: 'true',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
    }),
})

const OWNER = { sub: 'owner', email: ADMIN.email, email_verified: true }

/** The app by its public name, to which the provider sends the browser back. */
const named = (app: App): App => ({
  ...app,
  url: app.url.replace('127.0.0.1', 'localhost'),
})

const atProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with Harbour ID' })

test('signs in at the provider, then asks for the second factor', async ({
  page,
  app,
  provider,
}) => {
  const { url } = named(app)
  provider.now.person = OWNER
  await page.goto(`${url}/user-management?status=updated`)
  await atProvider(page).click()
  await expect(page).toHaveURL(`${url}/user-management?status=updated`)
  await expect(page.getByText('No users found', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('attest.provider'))).toBeNull()

  await page.goto(`${url}/account`)
  const { secret } = await addApp(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await atProvider(page).click()
  await giveCode(page, codeOf(secret, 1))
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${url}/security-log`)
  const entry = (name: RegExp) => page.getByRole('row', { name }).first()
  await expect(entry(/Signed in/)).toContainText('Single sign-on with Harbour ID')
  await expect(entry(/Single sign-on linked/)).toContainText('Harbour ID')
  await expect(entry(/Second factor given/)).toContainText('Authenticator app')
  await page.getByLabel('Search').fill('authenticator app')
  await expect(page.getByText(/^Showing 1 to 3 of 3/)).toBeVisible()
})

test.describe('before the server has found the provider', () => {
  test.use({ ownServer: true })

  test('explains a refused or unknown sign-in at the provider', async ({ page, app, provider }) => {
    const { url } = named(app)
    await page.goto(`${url}/login`)
    await provider.stop()
    await atProvider(page).click()
    await expect(page.getByText('Harbour ID cannot be reached.')).toBeVisible()
    await provider.start()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await atProvider(page).click()
    await expect(page.getByText('The sign-in was canceled.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    provider.now.person = { ...OWNER, email_verified: false }
    await atProvider(page).click()
    await expect(page.getByText('No account here belongs to this sign-in.')).toBeVisible()

    // Nobody has left for a provider, so the address alone proves nothing.
    await page.goto(`${url}/sign-in?error=x&error_description=Call+this+number`)
    await expect(page.getByText('This sign-in was not started in this tab.')).toBeVisible()
  })
})

test('links and unlinks a provider', async ({ page, app, provider }) => {
  const { url } = named(app)
  provider.now.person = { sub: 'private', email: 'someone@example.net' }
  await signIn(page, named(app), '/account')
  await page.getByRole('button', { name: 'Link Harbour ID', exact: true }).click()
  await expect(page.getByText('Single sign-on linked', { exact: true })).toBeVisible()
  await expect(page.getByText('someone@example.net')).toBeVisible()
  await expect(page).toHaveURL(`${url}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await atProvider(page).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Unlink Harbour ID' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Link Harbour ID', exact: true })).toBeVisible()
  // Makes the provider forget the sign-in; our product uses no cookies.
  await page.context().clearCookies()
  provider.now.person = undefined
  await page.getByRole('button', { name: 'Link Harbour ID', exact: true }).click()
  await expect(page.getByText('The sign-in was canceled.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${url}/account`)
  await expect(page.getByText('This device')).toBeVisible()
})

test('admits a person who signed up only by an administrator', async ({
  page,
  app,
  provider,
  browser,
}) => {
  const { url } = named(app)
  provider.now.person = { sub: 'new', email: 'newcomer@example.com', email_verified: true }
  await page.goto(`${url}/login`)
  await atProvider(page).click()
  await expect(page.getByText('Your account waits for approval')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Your account waits for approval')).toBeVisible()
  await page.getByRole('link', { name: 'Your Account' }).click()
  await expect(page.getByText('None: you sign in by single sign-on')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(`${url}/administrators`)
  await giveCredentials(theirs)
  await theirs.getByRole('button', { name: 'Actions for newcomer@example.com' }).click()
  await theirs.getByRole('menuitem', { name: 'Approve' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(theirs.getByRole('row', { name: 'newcomer@example.com' })).toContainText('Active')
  await page.goto(`${url}/user-management`)
  await expect(page.getByText('No users yet')).toBeVisible()
})
