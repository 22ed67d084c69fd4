import { expect } from '@playwright/test'
import { insertClients, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'
import { button } from './round.ts'

test('plans a round for some clients and starts it early', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  await insertClients(app, 40)
  await app.as('PUT', '/api/admin/users/4/excuse', { reason: 'left' })
  await app.as('POST', '/api/admin/users/1/answers', { via: 'phone' })
  await signIn(page, app, '/rounds')
  await button(page, 'Start Round').click()
  const dialog = page.getByRole('dialog', { name: 'Start Round' })
  await expect(dialog.getByRole('button', { name: 'Start and Send 38 Emails' })).toBeVisible()
  await dialog.getByLabel('Name').fill('Spring')
  await dialog.getByText('Later', { exact: true }).click()
  await dialog.getByLabel('Due Date').fill('2099-12-31')
  await look(page, 'round-plan')
  await dialog.getByRole('button', { name: 'Plan Round' }).click()
  await expect(toast(page, 'Round planned')).toBeVisible()
  await expect(page.getByText('All clients').or(page.getByText('40 clients when'))).toBeVisible()
  await look(page, 'round-planned')
  await expect(page.getByText('without those who answered')).toBeVisible()
  await button(page, 'Edit Plan').click()
  const edit = page.getByRole('dialog', { name: 'Edit Planned Round' })
  await edit.getByLabel('Leave out those who answered in the last').uncheck()
  await edit.getByRole('button', { name: 'Plan Round' }).click()
  await expect(toast(page, 'Round saved')).toBeVisible()
  await expect(page.getByText('without those who answered')).toHaveCount(0)
  await button(page, 'Start Now').click()
  await edit.getByRole('button', { name: 'Start and Send 39 Emails' }).click()
  await expect(page.getByRole('region', { name: 'Coverage' })).toContainText('40')
})

test('says why a planned round waits for the office', { tag: '@pictures' }, async ({
  page,
  app,
}) => {
  await insertClients(app, 3)
  const selection = { filter: {}, total: 3 }
  const plan = { name: 'Fall', due_on: '2099-12-31', selection, startsAt: '2099-01-05T09:00' }
  await app.as('POST', '/api/admin/rounds', plan)
  await app.sql("update rounds set held = 'more'")
  await signIn(page, app, '/rounds')
  await expect(page.getByText('Many more clients match')).toBeVisible()
  await look(page, 'rounds-held')
  await page.getByRole('link', { name: 'Fall' }).click()
  await expect(page.getByRole('region', { name: 'Waits for you' })).toBeVisible()
  await look(page, 'round-held')
  await button(page, 'Look at the Plan').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Plan Round' }).click()
  await expect(page.getByText('Starts Mon, Jan 5, 2099', { exact: false }).first()).toBeVisible()
  // The first email without a round opens one, which would hold the planned one.
  await app.as('POST', '/api/admin/resend-email/1')
  for (const path of ['/rounds', '/rounds/1']) {
    await page.goto(`${app.url}${path}`)
    await expect(
      page.getByText(/^Starts Mon, Jan 5.*, if the round \w+ \d+ is closed by then/),
    ).toBeVisible()
  }
})
