import { expect } from '@playwright/test'
import { type App, signIn, test, toast } from './app.ts'
import { look } from './look.ts'
import { askClients, button } from './round.ts'

/** Stores incoming mail: clients 1 and 2 have dead addresses, the others replied or are away. */
async function receiveMail(app: App): Promise<void> {
  await askClients(app)
  await app.sql(`
    with sent as (
      select id, client_id, email, row_number() over (order by id) as n from messages where state = 'accepted'
    ), bounced as (
      update messages m set state = 'failed', error = 'This address does not exist.', bounced_at = now()
      from sent where sent.n <= 2 and m.id = sent.id
    ), marked as (
      update clients c set bounced_to = sent.email, bounced_at = now() from sent where n <= 2 and c.id = client_id
    )
    insert into mail_events (source_id, kind, message_id, email, at, status, reason, about, applied_at)
    select n::text, kind, id, email, now(), status, reason, about, case when kind = 'bounced' then now() end from sent
    join (values
      (1, 'bounced', '5.1.1', '550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown', 'address'),
      (2, 'bounced', '5.1.10', 'Recipient not found by SMTP address lookup', 'address'),
      (3, 'reply', null, 'I have moved to 5 Elm Street, apartment 4, ' || repeat('which is on the second floor, ', 12)
        || 'and <script>alert(1)</script> my telephone is the same.', null),
      (4, 'autoreply', null, 'I am out of the office until Monday.', null)
    ) told(n, kind, status, reason, about) using (n);
    update mailings set counts = null;
    insert into mailbox (next_at, changed_at) values (now(), now())`)
}

const noticeOf = 'Address Bounced'

test('shows bounces and replies on the dashboard and the client’s page', {
  tag: '@pictures',
}, async ({ page, app }) => {
  test.setTimeout(90_000)
  await receiveMail(app)
  await signIn(page, app)
  await expect(page.getByText('2 of 60 emails of the last mailing came back.')).toBeVisible()
  await look(page, 'dashboard-bounces')
  await page.goto(`${app.url}/rounds/1`)
  const list = page.getByRole('region', { name: 'Outstanding' })
  await expect(list.getByText('Address bounced').first()).toBeVisible()
  await page.goto(`${app.url}/rounds/1?reason=asked`)
  await expect(list.getByText(/I have moved to 5 Elm Street/)).toBeVisible()
  await look(page, 'round-replied')
  await page.goto(`${app.url}/rounds/1?reason=address_bounced`)
  await list.getByRole('row').nth(1).getByRole('link').first().click()
  const notice = page.getByRole('region', { name: noticeOf })
  await expect(notice.getByRole('link', { name: /^Call/ })).toBeVisible()
  await expect(page.getByText('Came back')).toBeVisible()
  await look(page, 'client-bounced')
  await button(page, 'Not a Bounce').click()
  await expect(toast(page, 'Not a bounce')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(page.getByText(/Marked as not a bounce by admin@example.com/)).toBeVisible()
  await page.goto(`${app.url}/rounds/1?reason=asked&search=1003`)
  await list.getByRole('link').first().click()
  await expect(page.getByText('Replied')).toBeVisible()
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('button', { name: 'Record an Answer' })
    .click()
  await expect(page.getByRole('dialog', { name: /^Answer of/ })).toBeVisible()
  await app.as('DELETE', `/api/admin/users/${new URL(page.url()).pathname.split('/').at(-1)}`)
  await page.reload()
  await expect(page.getByText('This client is in the trash')).toBeVisible()
  await expect(page.getByText('Replied')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record an Answer' })).toHaveCount(0)
})

test('tests a mailbox in the settings and says why it cannot be opened', {
  tag: '@pictures',
}, async ({ page, app }) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/settings')
  const section = page.getByRole('region', { name: 'Bounces and Replies' })
  await expect(section.getByText(/No mailbox is read/)).toBeVisible()
  await section.getByLabel('Mailbox server').fill('127.0.0.1')
  await section.getByLabel('Encryption').selectOption('none')
  await expect(section.getByLabel('Port')).toHaveValue('143')
  await section.getByLabel('Port').fill('1')
  await section.getByLabel('User').fill('office@firm.test')
  await section.getByLabel('Password', { exact: true }).fill('a password')
  await button(page, 'Test the Mailbox').click()
  await expect(section.getByText('The mailbox at 127.0.0.1 cannot be read.')).toBeVisible()
  await look(page, 'settings-mailbox-refused')
  await section.getByLabel('Sign in by').selectOption('microsoft')
  await section.getByLabel('Directory (tenant) ID').fill('contoso')
  await section.getByLabel('Application (client) ID').fill('an id')
  await section.getByLabel('Client secret').fill('a secret')
  await section.getByRole('button', { name: 'Save Changes' }).click()
  await expect(section.getByText('Enter the ID that Entra shows, 36 characters')).toBeVisible()
  await look(page, 'settings-mailbox-microsoft')
})

test('says on the dashboard that the mailbox cannot be read', async ({ page, app }) => {
  await receiveMail(app)
  const mailbox = 'The mailbox server imap.example.com refused our sign-in. It said: “Expired.”.'
  await page.route('**/api/admin/stats', async (route) => {
    const response = await route.fetch()
    const stats = await response.json()
    await route.fulfill({ response, json: { ...stats, mail: { ...stats.mail, mailbox } } })
  })
  await signIn(page, app)
  await expect(page.getByText(`Bounces and replies are not read. ${mailbox}`)).toBeVisible()
  await page.getByRole('link', { name: 'Show the mailbox' }).click()
  await expect(page.getByRole('heading', { name: 'Email Delivery' })).toBeVisible()
})
