import { expect } from '@playwright/test'
import { insertClients, notification, SEND_EMAILS, showsToast, signIn, test, toast } from './app.ts'
import { csv, lines, openImport } from './import-dialog.ts'
import { button } from './round.ts'
import { openTemplate, storedTemplate } from './template.ts'

test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' }, ownServer: true })

test('says why emails wait, and what else waits', async ({ page, app }) => {
  await insertClients(app, 2)
  await signIn(page, app, '/user-management')

  await test.step('ends a bulk email at once', async () => {
    await page.getByRole('button', { name: 'Bulk Email' }).click()
    await page.getByRole('button', { name: SEND_EMAILS }).click()
    await expect(toast(page, 'Bulk Email Completed with Issues')).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'Bulk Email' })
    await expect(dialog).toContainText('2 still waiting.')
    await expect(dialog).toContainText('cannot be reached')
  })

  await test.step('asks before the letter of waiting emails changes', async () => {
    await openTemplate(page, app)
    await page.getByLabel('Greeting').fill('Dear friend,')
    const question = page.getByRole('alertdialog', { name: 'Emails Are Waiting' })
    await button(page, 'Update Template').click()
    await expect(question).toContainText('2 emails are waiting to be sent with this letter.')
    await button(page, 'Cancel').click()
    await button(page, 'Update Template').click()
    await button(page, 'Save for These Too').click()
    await expect(toast(page, 'Template saved')).toBeVisible()
    await expect(question).toBeHidden()
    const saved = await storedTemplate(app, 'GeneralClients')
    expect(saved).toMatchObject({ greeting: 'Dear friend,' })
  })

  await test.step('closes no round', async () => {
    await page.goto(`${app.url}/rounds/1`)
    await button(page, 'Close Round').click()
    const dialog = page.getByRole('dialog', { name: /^Close/ })
    await dialog.getByRole('button', { name: 'Close Round' }).click()
    await expect(notification(page)).toContainText('2 emails still wait to be sent.')
    await expect(dialog).toBeVisible()
  })

  await test.step('reports that an import’s emails do not leave', async () => {
    await page.goto(`${app.url}/user-management`)
    const { dialog, input, email, done } = await openImport(page)
    await input.setInputFiles(csv(lines(3)))
    await email.click()
    await showsToast(
      page,
      'Import Completed (Email Sending Failed) 3 clients imported. 3 emails are waiting: The mail server 127.0.0.1 cannot be reached. Sending resumes by itself.',
      'failure',
    )
    await expect(dialog).toContainText('cannot be reached')
    await done.click()
    await expect(page.getByText('Showing 1 to 5 of 5 results')).toBeVisible()
  })
})
