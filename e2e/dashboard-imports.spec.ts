import { expect } from '@playwright/test'
import { addClient, importText, signIn, test } from './app.ts'
import { look } from './look.ts'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const row = (n: number, email = `ann${n}@example.com`) =>
  `X${n},Ann,Lee,${email},617-555-0100,${n} Main St,Boston,MA,02134\n`

test('lists imports, and leads to the emails of each', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await addClient(app, 1)
  await signIn(page, app, '/imports')
  await expect(page.getByText('No imports yet')).toBeVisible()
  await look(page, 'imports-empty')
  await importText(app, 'quiet.csv', HEADERS + row(1) + row(2))
  const form = new FormData()
  form.set(
    'file',
    new File([HEADERS + row(2) + row(3) + row(4, 'nobody')], 'clients-late-additions.csv'),
  )
  await app.as('POST', '/api/admin/import', form)
  await app.sql(`insert into imports (id, file_name, file_hash, admin_email, send, state, clients_before, error, created_at)
    values (gen_random_uuid(), 'broken.xlsx', '', 'admin@example.com', true, 'failed', 0, 'The file is damaged.', '2026-01-02')`)
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: 'Import History' }).click()
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveText([
    /^clients-late-additions\.csv.*Imported$/,
    /^quiet\.csv.*No emails.*Imported$/,
    /^broken\.xlsx.*The file is damaged\..*Failed$/,
  ])
  await expect(rows.first()).toContainText('1 new')
  await expect(rows.first()).toContainText('1 not imported')
  await look(page, 'imports')
  await rows.first().click()
  await expect(page).toHaveURL(/\/imports\/[\w-]+$/)
  await page.getByRole('link', { name: 'Show All Emails' }).click()
  await expect(page).toHaveURL(/\/mailings\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Import')
})
