import { expect } from '@playwright/test'
import { signIn, test } from './app.ts'
import { csv, line, openImport } from './import-dialog.ts'
import { look } from './look.ts'

test.use({ settings: { FIRM_NAME: '', FIRM_PHONE: '', MAIL_FROM: 'office@harrow.test' } })

test('asks for the firm’s name before the first letter', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await signIn(page, app)
  const dialog = await openImport(page)
  await dialog.input.setInputFiles(csv(line(1)))
  const name = dialog.dialog.getByLabel('The letter is signed “Attest”. Name your firm:')
  await name.fill('Hale & Partners')
  await look(page, 'import-unnamed-firm')
  await name.press('Enter')
  await expect(name).toHaveCount(0)
  await dialog.email.click()
  await dialog.done.click()

  await expect(async () => expect(await app.outbox()).toHaveLength(1)).toPass()
  const [letter] = await app.outbox()
  expect(letter?.from?.name).toBe('Hale & Partners')
  expect(letter?.text).toContain('Hale & Partners')
})
