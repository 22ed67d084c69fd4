import { expect, type Page } from '@playwright/test'
import { type App, linkIn } from './app.ts'

export const CLIENT = {
  first_name: 'Ana',
  last_name: 'Nguyễn',
  email: 'ana@example.com',
  phone_number: '(617) 555-0101',
  client_number: 'A1',
  address: '1 Main St',
  city: 'Boston',
  state: 'massachusetts',
  zip_code: '02134',
}

/** Opens the link of a new client. Returns its address. */
export async function openLetter(page: Page, app: App, over: object = {}): Promise<string> {
  const address = await openPlainLetter(page, app, over)
  await expect(page.getByRole('heading', { name: 'Are these details still right?' })).toBeFocused()
  return address
}

/** Opens the page so often that the server refuses to draw it for this caller. */
export async function openTooOften(page: Page, address: string): Promise<void> {
  for (let n = 0; n < 120; n++) await page.request.get(address)
  await page.goto(address)
  await expect(page.getByText('There were too many tries from your connection.')).toBeVisible()
  // Waits for the page's script: without it, "Try again" loads the page again.
  await page.waitForFunction(isTakenOver)
}

const isTakenOver = () =>
  Object.keys(document.querySelector('button')!).some((key) => key.startsWith('__reactProps'))

/** Like `openLetter`, for a browser without scripts. */
export async function openPlainLetter(page: Page, app: App, over: object = {}): Promise<string> {
  await app.as('POST', '/api/admin/users', { ...CLIENT, ...over })
  await expect.poll(async () => (await app.outbox().catch(() => [])).length).toBe(1)
  const [mail] = await app.outbox()
  const address = app.url + linkIn(mail!)
  await page.goto(address, { waitUntil: 'commit' })
  return address
}
