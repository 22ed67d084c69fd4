import { expect } from '@playwright/test'
import { insertClients, notification, openUsers, showsToast, signIn, test, written } from './app.ts'
import { look } from './look.ts'

test('shows emails with working links in the outbox', async ({ page, app, context }) => {
  await insertClients(app, 3)
  await signIn(page, app, '/user-management/1')
  await page.getByRole('button', { name: /^(Res|S)end Email$/ }).click()
  await showsToast(page, written('Email'))
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('In the outbox')
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(
    page.getByText('No email leaves this server yet, so nobody gets these.'),
  ).toBeVisible()
  const mails = page.getByRole('list', { name: 'Emails' })
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await mails.getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: /^Please confirm your address/ })
  await expect(dialog).toContainText('nguyen.johnson1@example.com')
  const letter = page.frameLocator('iframe[title="The email"]')
  await expect(letter.getByText('Thank you for trusting us')).toBeVisible()

  const opened = context.waitForEvent('page')
  await letter.getByRole('link', { name: 'Confirm My Address' }).click()
  const client = await opened
  await expect(client.getByRole('button', { name: 'Submit Verification' })).toBeVisible()
  await client.close()
  await dialog.getByText('Plain text').click()
  await expect(dialog).toContainText('Confirm My Address:')
  await expect(dialog.getByRole('link', { name: 'Open the Link' })).toHaveAttribute(
    'href',
    /\/verify\/[\w-]{40,}$/,
  )
})

test('never calls an email in the outbox sent', async ({ page, app }) => {
  await insertClients(app, 12)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Email' })
  await dialog.getByRole('button', { name: 'Send 12 Emails' }).click()
  await expect(dialog.getByText('Kept in the outbox', { exact: true })).toBeVisible()
  await showsToast(page, written('12 emails'))
  await expect(dialog.getByText('Emails sent')).toBeHidden()
  await dialog.getByRole('link', { name: 'Show All Emails' }).click()
  await expect(page.getByRole('row', { name: /In the outbox/ })).toHaveCount(12)
  await page.getByRole('link', { name: 'Back to Mailings' }).click()
  await expect(page.getByRole('columnheader', { name: 'Kept' })).toBeVisible()
  await app.sql("update messages set provider = 'mail.example.com'")
  await app.as('POST', '/api/admin/resend-email/1')
  await page.goto(`${app.url}/mailings?recipients=all`)
  await expect(page.getByRole('columnheader', { name: 'Sent' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '1 kept' })).toBeVisible()
  await page.goto(`${app.url}/administrators`)
  await page.getByRole('button', { name: 'Invite Administrator' }).click()
  await page.getByLabel('Email').fill('colleague@example.com')
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(notification(page)).toContainText('Invitation made')
})

test('says where emails go and which settings are missing', async ({ page, app }) => {
  await signIn(page, app)
  await expect(page.getByText('This server makes no nightly backup.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up email' })).toHaveAttribute(
    'href',
    '/settings',
  )
  await expect(page.getByText('No mail server yet: emails stay in the outbox')).toBeVisible()
  await page.getByText('all stay in the').getByRole('link', { name: 'outbox' }).click()
  await expect(page.getByText('The outbox is empty')).toBeVisible()

  await test.step('says the same on each sending screen', async () => {
    const note = page.getByText('No email leaves this server yet: all stay in the outbox')
    await page.goto(`${app.url}/mailings`)
    await expect(page.getByText('No mailings yet')).toBeVisible()
    await expect(note).toBeVisible()
    await openUsers(page)
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await expect(note).toBeVisible()
    await page.goto(`${app.url}/email-templates/create`)
    await page.getByLabel('Template Name').fill('Trusts')
    await page.getByRole('button', { name: 'Test Email' }).click()
    await expect(note).toBeVisible()
    await note.getByRole('link', { name: 'outbox' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByText('The outbox is empty')).toBeVisible()
  })
})

test.describe('with a mail server, but without the firm’s name', () => {
  test.use({
    settings: { SMTP_URL: 'smtp://127.0.0.1:1', FIRM_NAME: '', FIRM_PHONE: '', MAIL_FROM: '' },
  })

  test('warns on the dashboard of missing settings', { tag: '@pictures' }, async ({
    page,
    app,
  }) => {
    await signIn(page, app)
    await expect(page.getByText('The firm has no name yet: letters are signed')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Name the firm' })).toBeVisible()
    await expect(page.getByText('Mail server: 127.0.0.1')).toBeVisible()
    await look(page, 'dashboard-warnings')
  })
})

test.describe('with a mail server, but an address that clients cannot open', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://192.168.1.7' } })

  test('warns on the dashboard and in the settings', { tag: '@pictures' }, async ({
    page,
    app,
  }) => {
    const fault = 'Links would lead to http://192.168.1.7, which only your own network can open.'
    await signIn(page, app)
    await expect(page.getByText(`Ask whoever runs your server: ${fault}`)).toBeVisible()
    await look(page, 'dashboard-links')
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByText(`${fault} Whoever runs your server has to set`)).toBeVisible()
  })
})

test.describe('with a mail server, but without backups', () => {
  test.use({
    settings: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'office@harrow.com',
      PUBLIC_URL: 'https://records.harrow.com',
    },
  })

  test('says that no backup is made until it is dismissed', async ({ page, app }) => {
    await signIn(page, app)
    const missing = page.getByText('This server makes no nightly backup.')
    await expect(missing).toBeVisible()
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(missing).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('Mail server: 127.0.0.1')).toBeVisible()
    await expect(missing).toBeHidden()
  })
})
