import { expect, type Page } from '@playwright/test'
import { type App, linkIn, signIn, test, toast } from './app.ts'
import { CLIENT } from './letter.ts'
import { look } from './look.ts'

const NEW = 'thief@example.net'
const CHANGE = { address: '9 Elm St', phone_number: '+19995550100', email: NEW }

/** Answers by the client's link. Returns the address of `page` from the mail to `to`. */
async function changeDetails(app: App, to: string, page: 'not-me' | 'confirm-email') {
  await app.as('POST', '/api/admin/users', CLIENT)
  const mails = async () => await app.outbox().catch(() => [])
  await expect.poll(async () => (await mails()).length).toBe(1)
  const url = `/api${linkIn((await mails())[0]!)}`
  const details = (await (await app.call('GET', url)).json()) as object
  await app.call('POST', url, { ...details, ...CHANGE, action: 'update' })
  await expect.poll(async () => (await mails()).length).toBe(3)
  const link = new RegExp(`/${page}/[\\w-]+`)
  const mail = (await mails()).find(
    ({ to: [reader] = [], text = '' }) => reader?.address === to && link.test(text),
  )
  return app.url + link.exec(mail!.text!)![0]
}

const clientNow = async (app: App) =>
  (await (await app.as('GET', '/api/admin/users/1')).json()) as Record<string, unknown>

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('records "this was not me" by a button, not by a visit', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const address = await changeDetails(app, CLIENT.email, 'not-me')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  expect(await clientNow(app)).toMatchObject({ disputed_at: null })
  await look(page, 'not-me')
  for (let n = 0; n < 2; n++) {
    await button(page, 'This Was Not Me').press('Enter')
    await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible()
    if (n === 0) await look(page, 'not-me-done')
    await page.goto(address)
  }
  expect(await clientNow(app)).toMatchObject({ disputed_at: expect.any(String) })
})

test('confirms a new email by a button and reports a revoked link', {
  tag: '@pictures',
}, async ({ page, app }) => {
  const address = await changeDetails(app, NEW, 'confirm-email')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Is this your email?' })).toBeVisible()
  expect(await clientNow(app)).toMatchObject({ email: NEW, mail_to: CLIENT.email })
  await look(page, 'confirm-email')
  await button(page, 'Confirm My Email').click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  expect(await clientNow(app)).toMatchObject({ email: NEW, mail_to: NEW })
  await app.sql("update verification_links set revoked_at = now() where purpose = 'confirm_email'")
  await page.goto(address)
  await button(page, 'Confirm My Email').click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await look(page, 'confirm-email-dead')
})

test('shows an open and an ended dispute and restores the earlier values', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  const address = await changeDetails(app, CLIENT.email, 'not-me')
  await signIn(page, app, '/user-management/1')
  await expect(page.getByRole('region', { name: 'New Email' })).toContainText(
    `New email not confirmed yet. Emails go to ${CLIENT.email} until the client confirms ${NEW}.`,
  )
  await look(page, 'client-email-unconfirmed')
  await app.as('PUT', '/api/admin/users/1', { phone_number: '(617) 555-0177' })
  await app.call('POST', `/api${new URL(address).pathname}`, {})

  await page.goto(`${app.url}/user-management?excused=disputed`)
  await expect(page.getByTitle('Disputed')).toBeVisible()
  await look(page, 'clients-disputed')
  await page.goto(`${app.url}/user-management/1`)
  const notice = page.getByRole('region', { name: 'Disputed' })
  await expect(notice.getByRole('row', { name: /^Address 1 Main St 9 Elm St$/ })).toBeVisible()
  await expect(notice.getByRole('row', { name: /^Phone Number/ })).toContainText('Changed since')
  await expect(page.getByRole('button', { name: /^(Res|S)end Email$/ })).toHaveCount(0)
  await look(page, 'client-disputed')
  await button(page, 'Restore the Earlier Details').click()
  await expect(toast(page, 'Details restored')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await clientNow(app)).toMatchObject({
    address: CLIENT.address,
    email: CLIENT.email,
    phone_number: '+16175550177',
    mail_to: CLIENT.email,
  })
  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page.getByText('The client said about an answer: “This was not me.”')).toBeVisible()
  await look(page, 'history-dispute')
})

test('lists a client with a dispute among those to call', async ({ page, app }) => {
  const address = await changeDetails(app, CLIENT.email, 'not-me')
  await app.call('POST', `/api${new URL(address).pathname}`, {})
  await signIn(page, app, '/rounds/1')
  const row = page.getByRole('row', { name: /Ana/ })
  await expect(row).toContainText('Disputed')
  await expect(row.getByRole('link', { name: CLIENT.phone_number })).toBeVisible()
  await row.getByRole('link', { name: /Ana/ }).click()
  await button(page, 'Keep the New Details').click()
  const question = page.getByRole('alertdialog', { name: 'Keep the new details?' })
  await expect(question).toContainText('link then go to')
  await question.getByRole('button', { name: 'Keep Them' }).click()
  await expect(toast(page, 'Dispute ended')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await clientNow(app)).toMatchObject({ ...CHANGE, mail_to: NEW, disputed_at: null })
})
