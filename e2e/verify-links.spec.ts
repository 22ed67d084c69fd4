import { expect, type Page } from '@playwright/test'
import { answer, test } from './app.ts'
import { CLIENT, openLetter } from './letter.ts'
import { look } from './look.ts'

const newLink = (page: Page) => page.getByRole('button', { name: 'Send Me a New Link' })

test('says when a used link was answered and mails a new one', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app)
  await answer(app, CLIENT.email)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^You answered on \w+ \d+$/ })).toBeFocused()
  await expect(page.getByText('There is nothing left to do.')).toBeVisible()
  await expect(page.getByText(CLIENT.address)).toBeHidden()
  await expect(page.getByRole('link', { name: '(617) 555-0140' })).toHaveAttribute(
    'href',
    'tel:6175550140',
  )
  await look(page, 'verify-used')
  await page.route('**/new-link', (route) => route.fulfill({ status: 502, body: '' }))
  await newLink(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong on our side. You can try again or call us.',
  )
  await page.unroute('**/new-link')
  await newLink(page).click()
  await expect(page.getByRole('status')).toHaveText(
    'If this link was ours and we have your email, we have emailed you a new one. Please check your email.',
  )
  await expect(page.getByRole('status')).toBeFocused()
  await expect(newLink(page)).toBeHidden()
  await look(page, 'verify-new-link')
  await expect.poll(async () => (await app.outbox()).length).toBe(2)
})

test('says until when a link worked and offers a new one', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  await openLetter(page, app)
  await app.sql(
    "update verification_links set issued_at = '2025-09-03', expires_at = '2025-10-03T12:00:00Z'",
  )
  await page.reload()
  await expect(page.getByText('This link worked until Oct 3, 2025.')).toBeVisible()
  await expect(newLink(page)).toBeVisible()
  await look(page, 'verify-expired')

  await test.step('offers a new link for an unknown one', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${app.url}/verify/unknown`)
    await expect(page.getByRole('heading', { name: 'Verification Link Invalid' })).toBeFocused()
    await expect(page.getByText('This verification link is invalid or has expired.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await newLink(page).press('Enter')
    await expect(page.getByRole('status')).toBeFocused()
  })
})
