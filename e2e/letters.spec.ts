import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import { pdfLines } from '../testing/pdf-lines.ts'
import { type App, addClient, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function textsIn(download: Promise<Download>): Promise<string[]> {
  const pdf = await readFile(await (await download).path())
  return pdfLines(pdf).map(({ text }) => text)
}

/** Adds clients that no email reaches. */
async function addUnreachable(app: App): Promise<void> {
  for (const n of [1, 2, 3]) await addClient(app, n)
  await app.sql(`update clients set email = '', mail_to = '', first_name = 'Vera', last_name = 'Lind ' || id;
    update clients set zip_code = '' where id = 3`)
}

async function makeLetters(page: Page) {
  await page.getByRole('checkbox').first().check()
  await button(page, 'Actions').click()
  await page.getByRole('menuitem', { name: 'Letters on Paper' }).click()
  await button(page, 'Make Letters').click()
  await expect(page.getByRole('dialog', { name: '2 letters are ready' })).toContainText(
    '1 without a complete postal address',
  )
}

test('prints letters whose code leads a client to the answer', { tag: '@journey' }, async ({
  page,
  app,
}) => {
  await addUnreachable(app)
  await signIn(page, app, '/user-management')
  await makeLetters(page)
  // Links would lead to this machine.
  await expect(page.getByRole('alert')).toContainText('Do not mail these letters.')
  const download = page.waitForEvent('download')
  await button(page, 'Save PDF').click()
  const texts = await textsIn(download)
  await expect(toast(page, 'Letters Saved')).toBeVisible()
  await button(page, 'Save PDF').click()
  await expect(toast(page, 'Letters Failed')).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Letters on Paper' }).click()
  await expect(page.getByText('Printed, not marked as mailed')).toBeVisible()
  await button(page, 'Mark as Mailed').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Mailed' }).click()
  await expect(toast(page, 'Marked as Mailed')).toBeVisible()
  await expect(page.getByText(/^Mailed /)).toBeVisible()
  const [number] = texts.flatMap((text) => /^Letter (\d+)$/.exec(text)?.[1] ?? [])
  await button(page, 'Returned Mail').click()
  await page.getByLabel('Numbers of letters').fill(`${number}\n`)
  await button(page, 'Mark as Returned').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Vera Lind 1' }).click()
  await expect(page.getByText('A letter came back from this postal address.')).toBeVisible()
  await expect(page.getByText(/Came back .*: Address unknown/)).toBeVisible()

  const code = texts.filter((text) => /^[0-9A-Z]{5} [0-9A-Z]{5}$/.test(text))[1]!
  await page.goto(`${app.url}/code`)
  await page.getByLabel('Code').fill('K7MX4 QP92D')
  await button(page, 'Continue').click()
  await expect(page.getByText('We do not know this code.')).toBeVisible()
  await page.getByLabel('Code').fill(code.toLowerCase())
  await button(page, 'Continue').click()
  await expect(page.getByText('Vera Lind 2')).toBeVisible()
})

test('shows letters on paper at both widths, light and dark', {
  tag: ['@pictures', '@slow'],
}, async ({ page, app }) => {
  test.setTimeout(180_000)
  await addUnreachable(app)
  await signIn(page, app, '/letters')
  await expect(page.getByText('No letters yet')).toBeVisible()
  await look(page, 'letters-empty')
  await page.goto(`${app.url}/user-management`)
  await makeLetters(page)
  await look(page, 'letters-made')
  await app.sql(`
    update letters set printed_at = now(), address = '';
    update letter_batches set printed_at = now(), mailed_at = now(), mailed_by = admin_email;
    insert into letter_batches (admin_email, created_at, printed_at) values ('admin@example.com', now(), now()), ('admin@example.com', now(), null);
    insert into letters (batch_id, client_id, printed_at) values (2, 1, now()), (2, 2, null), (3, 2, null);
    update letters set returned_at = now(), returned_by = 'admin@example.com', returned_reason = 'Moved' where id = 1`)
  await page.goto(`${app.url}/letters`)
  await expect(page.getByText('Printed, not marked as mailed')).toBeVisible()
  await look(page, 'letters')
  await button(page, 'Returned Mail').click()
  await page.getByLabel('Numbers of letters').fill('17')
  await button(page, 'Mark as Returned').click()
  await expect(page.getByText(/No printed letter has the number 17/)).toBeVisible()
  await look(page, 'letters-returned')
  await page.goto(`${app.url}/code`)
  await page.getByLabel('Code').fill('K7MX4')
  await button(page, 'Continue').click()
  await expect(page.getByText('A code has 10 letters and digits.')).toBeVisible()
  await look(page, 'code')
})
