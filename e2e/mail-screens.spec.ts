import { expect } from '@playwright/test'
import { startDnsServer } from '../testing/dns-server.ts'
import { insertClients, SEND_EMAILS, showsToast, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'

/** These rules do not apply to a letter, which mail programs show within their own page. */
const PAGES_ONLY = ['landmark-one-main', 'page-has-heading-one', 'region']

test('shows the templates’ screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await signIn(page, app, '/email-templates')
  await expect(page.getByText('General Clients')).toBeVisible()
  await look(page, 'templates')
  await page.goto(`${app.url}/email-templates/create`)
  await expect(page.getByRole('button', { name: 'Save Template' })).toBeVisible()
  await page.goto(`${app.url}/email-templates/edit/GeneralClients`)
  await page.getByLabel('Greeting').fill('Dear {{firstname}},')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await expect(page.getByText('Made from the content fields.')).toBeVisible()
  await look(page, 'template-text')
  await page.getByRole('tab', { name: 'Content Fields' }).click()
  await page.getByRole('button', { name: 'Test Email' }).click()
  await expect(page.getByText('Unknown placeholder {{firstname}}')).toBeVisible()
  await look(page, 'template-error')
  await page.getByLabel('Greeting').fill('Dear {{first_name}},')
  await page.getByRole('button', { name: 'Insert Placeholder' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await look(page, 'template-placeholders')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View version 1' }).click()
  await expect(page.locator('iframe[title="The letter of version 1"]')).toBeVisible()
  await look(page, 'template-version')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Test Email' }).click()
  await expect(page.getByRole('button', { name: 'Send Test' })).toBeVisible()
  await look(page, 'template-test')
  await page.getByLabel('Test Address').fill('me@example.com')
  await page.getByRole('button', { name: 'Send Test' }).click()
  await showsToast(page, 'Test email sent successfully to the given address me@example.com')
})

test('shows the mailings’ screens at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await insertClients(app, 60)
  await signIn(page, app, '/user-management')
  await page.getByRole('button', { name: 'Bulk Email' }).click()
  await expect(page.getByTitle('Preview of the letter')).toBeVisible()
  await look(page, 'bulk-email')
  await page.getByRole('button', { name: SEND_EMAILS }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
  await page.getByText('Show the failed emails').click()
  await look(page, 'bulk-email-done')
  await page.getByRole('link', { name: 'Show All Emails' }).click()
  await page.getByLabel('Result').selectOption('Failed')
  await expect(page.getByText('Showing 1 to 6 of 6 results')).toBeVisible()
  await look(page, 'mailing')
  await page.goto(`${app.url}/mailings`)
  await expect(page.getByText('Some failed')).toBeVisible()
  await look(page, 'mailings')
  await page.goto(`${app.url}/user-management/3`)
  await expect(page.getByRole('list', { name: 'Everything' })).toContainText('Imported')
})

test.describe('with a sender’s domain in the DNS', () => {
  test.use({
    settings: async ({ mailServer }, use) => {
      const dns = await startDnsServer({
        'harrow.example': ['v=spf1 include:_spf.google.com mx -all'],
        'google._domainkey.harrow.example': [
          `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0B'.repeat(18)}`,
        ],
      })
      await use({
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'office@harrow.example',
        DNS_SERVER: dns.address,
        // No server listens there.
        IMAP_URL: 'imap://office:secret@127.0.0.1:1',
      })
      dns.close()
    },
  })

  test('shows the domain’s DNS records at both widths, light and dark', {
    tag: ['@pictures', '@slow'],
  }, async ({ page, app }) => {
    await insertClients(app, 4)
    await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
    await app.sql(`
      insert into mail_events (source_id, kind, message_id, email, at, reason, about)
      select 'one', 'bounced', id, 'moved@forwarded.example', now(), '550 5.1.1 User unknown', 'address'
      from messages order by id limit 1`)
    await app.sql('update clients set bounced_to = mail_to, bounced_at = now() where id = 2')
    await signIn(page, app, '/settings')
    await page.getByRole('link', { name: 'Check the firm’s domain' }).click()
    await expect(page.getByText('came back from moved@forwarded.example')).toBeVisible()
    await expect(page.getByRole('region', { name: 'SPF' })).toContainText('Cannot Be Seen')
    await expect(page.getByRole('region', { name: 'DKIM' })).toContainText('In Order')
    const dmarc = page.getByRole('region', { name: 'DMARC' })
    await expect(dmarc).toContainText('as TXT at _dmarc.harrow.example')
    await expect(dmarc.getByRole('button', { name: 'Copy' })).toBeVisible()
    await look(page, 'delivery')
    await page.getByRole('button', { name: 'It Failed' }).click()
    await expect(toast(page, 'Email failed')).toBeVisible()
    await expect(page.getByText('2 clients have an address')).toBeVisible()
  })
})

test.describe('without a mail server', () => {
  test.use({ settings: {} })

  test('shows the outbox at both widths, light and dark', { tag: ['@pictures', '@slow'] }, async ({
    page,
    app,
  }) => {
    test.setTimeout(180_000)
    await insertClients(app, 12)
    await app.as('POST', '/api/admin/resend-email/1')
    await signIn(page, app, '/outbox')
    await page.getByRole('list', { name: 'Emails' }).getByRole('button').click()
    await expect(page.getByRole('link', { name: 'Open the Link' })).toBeVisible()
    await look(page, 'outbox-mail')
    await page.keyboard.press('Escape')
    await look(page, 'outbox')
    const [mail] = await app.outbox()
    await page.setContent(mail!.html!)
    await look(page, 'letter', PAGES_ONLY)
  })
})
