import { expect, type Page } from '@playwright/test'
import { addClient, type House, insertClients, signIn, tells, test } from './house.ts'

const mark = (page: Page) => page.getByRole('region', { name: 'Recent Updates' }).getByText('Live')

test('rows stand still while one of them has the focus, and come in order when it goes', async ({
  page,
  house,
}) => {
  await insertClients(house)
  await signIn(page, house)
  await expect(mark(page)).toBeVisible()
  const first = page.locator('tr[tabindex]').first()
  const before = await first.innerText()
  await first.focus()
  await page.keyboard.press('Shift')
  await addClient(house, 1)
  await expect(page.getByRole('region', { name: 'Recent Updates' }).getByText('Ana')).toBeVisible()
  await expect(first).toBeFocused()
  expect(await first.innerText()).toBe(before)
  await page.getByRole('button', { name: 'Export Data' }).focus()
  await expect(first).toContainText('ana1@example.com')
})

test('a focus that a press of the mouse has left behind holds no row', async ({ page, house }) => {
  await insertClients(house)
  await signIn(page, house)
  await page.locator('tr[tabindex]').nth(2).getByRole('button').click()
  await tells(page, 'Email sent Verification email has been resent successfully')
  await page.mouse.move(5, 5)
  await addClient(house, 1)
  await expect(page.locator('tr[tabindex]').first()).toContainText('ana1@example.com')
})

const TABLE = /\/api\/admin\/users\?.*limit=25/
const rows = (page: Page) => page.locator('tr[tabindex]')
const recently = (page: Page, name: string) =>
  expect(page.getByRole('region', { name: 'Recent Updates' }).getByText(name)).toBeVisible()

/** Holds back what the table reads. `asked` counts the readings; `letGo` ends once the first has arrived. */
async function holdTable(page: Page) {
  let asked = 0
  const gate = Promise.withResolvers<void>()
  await page.route(TABLE, async (route) => {
    asked++
    await gate.promise
    await route.continue().catch(() => {})
  })
  const letGo = async () => {
    const arrived = page.waitForResponse(TABLE)
    gate.resolve()
    await (await arrived).finished()
  }
  return { asked: () => asked, letGo }
}

/** On the dashboard with many clients, at rest, its clock in the test's hands. */
async function openLive(page: Page, house: House): Promise<void> {
  await insertClients(house)
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.clock.install()
  let read = 0
  page.on('response', (answer) => {
    if (TABLE.test(answer.url())) read++
  })
  await signIn(page, house)
  await expect(page.getByText('Showing 1 to 25 of 500 results')).toBeVisible()
  // The line stands after a second, and then what was missed is read.
  await page.clock.runFor(1_000)
  await expect(mark(page)).toBeVisible()
  await expect.poll(() => read).toBe(2)
}

/** The table is being read for a client who has just been added. */
async function startSlowReading(page: Page, house: House) {
  await openLive(page, house)
  const table = await holdTable(page)
  await addClient(house, 1)
  await expect.poll(table.asked).toBe(1)
  return table
}

test('rows stand still under a pointer that came while they were being read', async ({
  page,
  house,
}) => {
  const { letGo } = await startSlowReading(page, house)
  const row = rows(page).nth(3)
  const before = await row.innerText()
  const { x, y, width, height } = (await row.boundingBox())!
  await page.mouse.move(x + width - 50, y + height / 2)
  await letGo()
  for (let n = 0; n < 4; n++) {
    await page.mouse.move(x + width - 50 + (n % 2), y + height / 2)
    await page.clock.runFor(500)
  }
  expect(await row.innerText()).toBe(before)
  await page.mouse.move(5, 5)
  await expect(rows(page).first()).toContainText('ana1@example.com')
})

test('a row that is chosen while the table is read keeps the focus, and what came meanwhile follows it', async ({
  page,
  house,
}) => {
  const { asked, letGo } = await startSlowReading(page, house)
  const last = rows(page).nth(24)
  await last.focus()
  await page.keyboard.press('Space')
  await letGo()
  await page.clock.runFor(1_000)
  await expect(last).toBeFocused()
  await expect(page.getByText('1 selected')).toBeVisible()
  await addClient(house, 2)
  await recently(page, 'Ana Lee 2')
  await page.clock.runFor(1_000)
  expect(asked()).toBe(1)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Export Data' }).focus()
  await expect(rows(page).nth(1)).toContainText('ana1@example.com')
  await expect(rows(page).first()).toContainText('ana2@example.com')
})

test('who deletes a row while the rows are held sees at once what is there', async ({
  page,
  house,
}) => {
  await openLive(page, house)
  const last = rows(page).nth(24)
  await last.focus()
  await page.keyboard.press('Space')
  const read = page.waitForResponse(TABLE)
  await addClient(house, 1)
  await read
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // Not only after the ten seconds for which a press in a row holds the others.
  await expect(rows(page).first()).toContainText('ana1@example.com', { timeout: 5_000 })
  await expect(page.getByText('Showing 1 to 25 of 500 results')).toBeVisible()
})

test('a table that cannot be read for a change is told as out of date, until it can', async ({
  page,
  house,
}) => {
  await openLive(page, house)
  await page.route(TABLE, (route) => route.fulfill({ status: 500 }))
  await addClient(house, 1)
  const notice = page.getByText('What you see may be out of date.')
  await expect(notice).toBeVisible()
  await page.unroute(TABLE)
  await addClient(house, 2)
  await expect(rows(page).nth(1)).toContainText('ana1@example.com')
  await expect(notice).toBeHidden()
})

test('rows that are held are forgotten with the screen, and nothing is read after a sign-out', async ({
  page,
  house,
}) => {
  await openLive(page, house)
  const { asked, letGo } = await holdTable(page)
  await rows(page).first().press('Shift')
  await addClient(house, 1)
  await expect.poll(asked).toBe(1)
  await letGo()
  await addClient(house, 2)
  await recently(page, 'Ana Lee 2')
  // The focus stays in the row, as it does where another tab signs out.
  await page.getByRole('button', { name: 'Sign out' }).dispatchEvent('click')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.clock.runFor(3_000)
  expect(asked()).toBe(1)
})
