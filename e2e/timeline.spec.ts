import { expect, type Page } from '@playwright/test'
import { type App, addClient, linkIn, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const entry = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: text })

/** Lets a new client get a letter, open the link and answer with another street. */
async function letAnswer(page: Page, app: App): Promise<void> {
  await addClient(app, 1)
  await expect.poll(app.outbox).toHaveLength(1)
  const [mail] = await app.outbox()
  await page.goto(app.url + linkIn(mail!))
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('Street address').fill('7 Salem Street')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
}

test('shows a client’s timeline beside the form, with notes', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await letAnswer(page, app)
  await app.as('POST', '/api/admin/rounds/1/calls', {
    client_id: 1,
    outcome: 'no_answer',
    note: 'Rings until the voicemail.',
  })
  await app.as('PUT', '/api/admin/users/1', { city: 'Salem' })
  await signIn(page, app, '/user-management')
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Ana|Lee|1/ })
    .first()
    .click()
  const box = page.getByLabel('Write a note')
  await box.fill('<b>Call her</b> at work.\nAfter nine.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(toast(page, 'Note added')).toBeVisible()
  await expect(box).toHaveValue('')
  await expect(entry(page, '<b>Call her</b> at work.')).toBeVisible()
  await expect(entry(page, 'Answered by link, changed 1 field')).toContainText('7 Salem Street')
  await expect(entry(page, 'Opened the link')).toContainText('from New client')
  await look(page, 'client-timeline')

  await page.getByText('Notes, files').click()
  await expect(entry(page, 'Answered')).toHaveCount(0)
  await entry(page, 'Note by').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit the note').fill('Call her at home.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(entry(page, 'Call her at home.')).toContainText('Edited')
  await page.getByRole('button', { name: 'Strike Out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Strike Out' }).click()
  await expect(entry(page, 'Struck out by')).toContainText('Call her at home.')
})

test('shows a long timeline in parts, and the form even if it fails', {
  tag: '@pictures',
}, async ({ page, app }) => {
  test.setTimeout(120_000)
  await addClient(app, 1)
  await app.sql(`insert into notes (client_id, at, admin_email, text)
    select 1, now() + n * interval '1 second', 'colleague@example.com', 'Remark ' || n || repeat(' and so on', n)
    from generate_series(1, 60) n`)
  await signIn(page, app, '/user-management/1')
  const entries = page.getByRole('list', { name: 'Everything' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show More' })
  await expect(entry(page, 'Remark 60')).toBeVisible()
  await look(page, 'client-timeline-long')
  await entry(page, /Remark 50\b/)
    .getByRole('button', { name: 'Show all' })
    .click()
  await more.click()
  await expect(entry(page, /Remark 10\b/)).toBeFocused()
  await expect(entry(page, 'Created')).toBeVisible()
  await expect(entries).toHaveCount(62)
  await expect(more).toHaveCount(0)

  await page.route('**/api/**/timeline*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await expect(page.getByText('Failed to fetch the timeline')).toBeVisible()
  await page.getByLabel('Write a note').fill('x'.repeat(10_001))
  await expect(page.getByText('A note has at most 10,000 characters.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Boston')
})
