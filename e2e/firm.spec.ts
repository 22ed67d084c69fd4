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

  await page.goto(`${app.url}/settings`)
  const firm = page.getByRole('region', { name: 'Firm' })
  await expect(page.getByLabel('Name clients know you by')).toHaveValue('Hale & Partners')
  await page.getByLabel('Phone').fill('123')
  await firm.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('“123” is not a phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('(617) 555-0140')
  await expect(page.getByText('Questions? Call Hale & Partners, (617) 555-0140')).toBeVisible()
  await firm.getByRole('button', { name: 'Save Changes' }).click()
  await expect(firm.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await look(page, 'settings')

  await expect(async () => expect(await app.outbox()).toHaveLength(1)).toPass()
  const [letter] = await app.outbox()
  expect(letter?.from?.name).toBe('Hale & Partners')
  expect(letter?.text).toContain('Hale & Partners')
  const link = /http\S+\/verify\/[\w-]+/.exec(letter?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('(617) 555-0140').first()).toBeVisible()
})
