import { expect, type Page } from '@playwright/test'
import { openSmtpSink } from '../testing/smtp-sink.ts'
import { linkIn, signIn, test } from './app.ts'
import { csv, line, openImport } from './import-dialog.ts'
import { look } from './look.ts'

const EMPTY = { FIRM_NAME: '', FIRM_PHONE: '', MAIL_FROM: '', SMTP_URL: '' }

test.describe('in an empty product', () => {
  test.use({ settings: EMPTY, ownServer: true })

  test('sets up firm and email, and sends the first letter', {
    tag: '@pictures',
  }, async ({ page, app }) => {
    const account = { user: 'office', password: 'right: p@ss%' }
    const sink = await openSmtpSink({ account })
    try {
      await signIn(page, app)
      await page.getByRole('link', { name: 'Set up a mail server' }).click()
      await page.getByLabel('Name clients know you by').fill('Hale & Partners')
      const save = (section: string) =>
        page.getByRole('region', { name: section }).getByRole('button', { name: 'Save Changes' })
      await save('Firm').click()
      await expect(save('Firm')).toBeDisabled()
      const logo = page.getByRole('region', { name: 'Firm' }).locator('input[type=file]')
      await logo.setInputFiles({
        name: 'logo.svg',
        mimeType: 'image/png',
        buffer: Buffer.from('<svg/>'),
      })
      await expect(page.getByText('The logo must be a PNG or a JPEG.')).toBeVisible()
      await logo.setInputFiles('e2e/logo.png')
      await expect(page.getByRole('img', { name: 'The logo' })).toBeVisible()
      await page.getByLabel('Phone').fill('123')
      await save('Firm').click()
      await expect(page.getByText('“123” is not a phone number')).toBeVisible()
      await page.getByLabel('Phone').fill('(617) 555-0140')
      await expect(page.getByText('Questions? Call Hale & Partners, (617) 555-0140')).toBeVisible()
      await save('Firm').click()
      await expect(save('Firm')).toBeDisabled()
      await expect(page.getByLabel('Phone')).toHaveValue('(617) 555-0140')

      const email = page.getByRole('region', { name: 'Email' })
      await email.getByLabel('Sender’s address').fill('records@hale.test')
      await email.getByLabel('Mail server').fill('127.0.0.1')
      await email.getByLabel('Encryption').selectOption('none')
      await expect(email.getByLabel('Port')).toHaveValue('25')
      await email.getByLabel('Port').fill(new URL(sink.url).port)
      await email.getByLabel('User').fill(account.user)
      await email.getByLabel('Password', { exact: true }).fill('wrong')
      await save('Email').click()
      await expect(email.getByRole('alert')).toContainText('Bad user or password')
      await look(page, 'settings-email-refused')
      await email.getByLabel('Password', { exact: true }).fill(account.password)
      await email.getByLabel('Emails a second, at most').fill('ten')
      await save('Email').click()
      await expect(email.getByText('Must be more than 0')).toBeVisible()
      await email.getByLabel('Emails a second, at most').fill('')
      await email.getByRole('button', { name: 'Send Me a Test Email' }).click()
      await expect(email.getByText('The mail server accepted it.')).toBeVisible()
      await save('Email').click()
      await expect(save('Email')).toBeDisabled()
      await expect(email.getByRole('alert')).toHaveCount(0)
      await look(page, 'settings-email')

      await leadsFromPreviewToSettings(page)
      const link = /http\S+address-check\S+/.exec(sink.received[0]?.mail.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'The address works' })).toBeVisible()

      await signIn(page, app)
      const dialog = await openImport(page)
      await dialog.input.setInputFiles(csv(line(1)))
      await dialog.email.click()
      await dialog.done.click()
      await expect.poll(() => sink.received.length).toBe(2)
      const letter = sink.received[1]!.mail
      expect(letter.from).toEqual({ name: 'Hale & Partners', address: 'records@hale.test' })
      expect(letter.attachments).toMatchObject([{ contentId: '<firm-logo>' }])
      await page.goto(app.url + linkIn(letter))
      await expect(page.locator('img[src^="/firm-logo"]').first()).toBeVisible()
      await expect(page.getByText('Hale & Partners').first()).toBeVisible()
      await expect(page.getByText('(617) 555-0140').first()).toBeVisible()
    } finally {
      await sink.close()
    }
  })
})

/** Before anybody has opened a link, the preview leads to the test email, and stays open meanwhile. */
async function leadsFromPreviewToSettings(page: Page) {
  const { input } = await openImport(page)
  await input.setInputFiles(csv(line(1)))
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Send yourself a test email' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await tab.close()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}
