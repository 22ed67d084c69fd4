import { expect } from '@playwright/test'
import { importQuietly, linkIn, signIn, test } from './house.ts'

test('an answer shows on the dashboard within two seconds, without a reload', async ({
  page,
  house,
}) => {
  await importQuietly(house, 'clients-500.csv')
  await house.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const mails = await house.outbox()
  const mail = mails.find(({ to }) => to?.[0]?.address === 'nguyen.johnson1@example.com')
  const url = `/api${linkIn(mail!)}`
  await signIn(page, house)
  const recent = page.getByRole('region', { name: 'Recent Updates' })
  await expect(recent.getByText('Live')).toBeVisible()
  // The first look of the stream tells where it begins.
  await page.waitForTimeout(1500)

  const details = (await (await house.call('GET', url)).json()) as object
  await house.call('POST', url, { ...details, city: 'Worcester', action: 'update' })
  await expect(recent.getByText('Nguyễn Johnson')).toBeVisible({ timeout: 2000 })
  await expect(page.getByText('1 updated today')).toBeVisible()
  await expect(page.getByText('Updated 1', { exact: true })).toBeVisible()
  // The picture of a mailing of today ends now, not with the day.
  await expect(page.getByText('Now', { exact: true })).toBeVisible()
})

test('the mark goes when the server is gone', async ({ page, house }) => {
  await signIn(page, house)
  const live = page.getByRole('region', { name: 'Recent Updates' }).getByText('Live')
  await expect(live).toBeVisible()
  await house.kill()
  await expect(live).toBeHidden()
})
