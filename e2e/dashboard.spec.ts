import { expect, type Page } from '@playwright/test'
import { type App, addClient, importText, linkIn, signIn, test } from './app.ts'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'

/** Adds clients, the last one by an import. One has confirmed and one has corrected something today. */
async function answered(app: App): Promise<number[]> {
  const ids: number[] = []
  for (const n of [1, 2, 3]) ids.push(await addClient(app, n))
  ids.push(await addClient(app, 4, { state: 'NY', city: 'Albany', zip_code: '12207' }))
  const fifth = 'B1,Ida,Moe,ida@example.com,617-555-0100,1 Elm St,Albany,NY,12207\n'
  await importText(app, 'list.csv', HEADERS + fifth)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await answer(app, 'ana1@example.com', { action: 'confirm' })
  await answer(app, 'ana4@example.com', { action: 'update', city: 'Troy' })
  return ids
}

async function answer(app: App, email: string, answer: object): Promise<void> {
  const mail = (await app.outbox()).find(({ to }) => to?.[0]?.address === email)
  const url = `/api${linkIn(mail!)}`
  const details = (await (await app.call('GET', url)).json()) as object
  await app.call('POST', url, { ...details, ...answer })
}

const card = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const shows = (page: Page, label: string, text: string) =>
  expect(card(page, label)).toHaveText(`${label} ${text}`, { useInnerText: true })

/** Checks the table that screen readers get instead of a chart. */
const showsTable = (page: Page, caption: string, rows: (string | RegExp)[]) =>
  expect(page.getByRole('table', { name: caption }).getByRole('row')).toHaveText(rows, {
    useInnerText: true,
  })

test('reports growth, rates and answers in cards and charts', async ({ page, app }) => {
  const [, second, third] = await answered(app)
  await signIn(page, app)
  await shows(page, 'Total Users', '5 +25% from last import')
  await shows(page, 'Confirmed', '1 20% confirmation rate')
  await shows(page, 'Updated Info', '1 1 updated today')
  await shows(page, 'Pending', '3 Awaiting response')
  await showsTable(page, 'Answers of each day', ['Day Confirmed Updated', /^\w{3} \d{1,2}\s1\s1$/])
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Confirmed')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByRole('row', { name: /ana1@example.com/ })).toContainText('Confirmed')

  await app.as('POST', '/api/admin/users/delete', { ids: [second, third] })
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'pending' })
  await page.reload()
  await shows(page, 'Total Users', '3 −25% from last import')
  await shows(page, 'Confirmed', '1 33% confirmation rate')
  // The text does not claim that the answers came after the mailing.
  await expect(
    page.getByText(
      /^2 of 3 clients have answered\. The last mailing was kept in the outbox \w{3} \d{1,2}\.$/,
    ),
  ).toBeVisible()
})

test('keeps the figures right without the live stream', async ({ page, app }) => {
  await page.route('**/api/admin/events', (route) => route.abort())
  await page.clock.install()
  await signIn(page, app)
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible()
  await page.getByRole('link', { name: 'Mailings' }).click()
  await expect(page.getByRole('heading', { name: 'Mailings', level: 1 })).toBeVisible()
  // Figures that are younger than 2 s are not read again.
  await page.clock.runFor(2_000)
  await addClient(app, 1)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(card(page, 'Total Users').getByText('1', { exact: true })).toBeVisible()
  await expect(page.getByText('0 of 1 client has answered.')).toBeVisible()

  await test.step('removes deleted clients from the charts', async () => {
    await addClient(app, 2)
    await page.reload()
    const states = page.getByRole('list', { name: 'Clients of each state' })
    await expect(states).toContainText('0 of 2 answered')
    await page.getByRole('row', { name: /ana1@/ }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(states).toContainText('0 of 1 answered')
  })
})

test('sorts by status on a phone, and shows the chart of an old mailing', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await answered(app)
  await signIn(page, app)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  const statuses = () =>
    page
      .locator('tr[tabindex]')
      .getByText(/^(Confirmed|Updated|Pending)$/)
      .allTextContents()
  await order.selectOption('Status, descending')
  await expect.poll(statuses).toEqual(['Updated', 'Pending', 'Pending', 'Pending', 'Confirmed'])
  await order.selectOption('Status')
  await expect.poll(statuses).toEqual(['Confirmed', 'Pending', 'Pending', 'Pending', 'Updated'])

  await test.step('starts the chart of an old mailing with its first day', async () => {
    await app.sql(`update mailings set created_at = created_at - interval '400 days'`)
    // A trigger keeps answers append-only, so it is switched off.
    await app.sql(`set local session_replication_role = replica;
      update answers set at = at - interval '400 days'`)
    await page.reload()
    const rows = page.getByRole('table', { name: 'Answers of each day' }).getByRole('row')
    await expect(rows).toHaveCount(1 + 366)
    const [, first] = /^Until (.+)\t1\t1$/.exec(await rows.nth(1).innerText())!
    const axis = page.getByText('Today', { exact: true }).locator('..')
    await expect(axis).toHaveText(`${first}Today`)
  })
})

test('shows the details of the latest two clients', async ({ page, app }) => {
  await answered(app)
  await addClient(app, 6)
  await addClient(app, 7, { alt_number: '(617) 555-0199' })
  await signIn(page, app)
  const recent = page.getByRole('region', { name: 'Recent Updates' })
  const views = recent.getByRole('button', { name: /^View Changes of/ })
  await expect(views).toHaveCount(2)
  const dialog = page.getByRole('dialog')
  const term = (name: string) =>
    dialog.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')

  await recent.getByRole('button', { name: 'View Changes of Ana Lee 6' }).click()
  await expect(term('Alt number')).toHaveText('N/A')
  await expect(term('Status')).toHaveText('Pending')
  await expect(term('Client number')).toHaveText('A6')
  await expect(term('Phone')).toHaveText('(617) 555-0101')
  await expect(term('Address')).toHaveText('12 Beacon Street, Boston, MA 02134')
  await expect(term('Group template')).toHaveText('General Clients')
  await dialog.getByRole('link', { name: 'Open full record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Lee 6')
  await expect(page.getByText('Not provided', { exact: true })).toBeVisible()

  await page.goBack()
  await views.first().click()
  await expect(term('Alt number')).toHaveText('(617) 555-0199')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(views.first()).toBeFocused()
})
