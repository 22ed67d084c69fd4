import { expect, type Page } from '@playwright/test'
import { endSession, giveCredentials, insertClients, signIn, toast } from './app.ts'
import { look } from './look.ts'
import { test } from './mail-server.ts'
import { askClients, button } from './round.ts'

test('lists unanswered clients to call once no reminder is left', async ({ page, app }) => {
  await askClients(app)
  const plan = { days: [], hour: 9, weekdays: [1] }
  await app.as('PUT', '/api/admin/rounds/1', { plan })
  await signIn(page, app, '/rounds/1')
  await expect(page.getByRole('link', { name: 'Call 6 Clients' })).toBeVisible()
  await expect(button(page, 'Send Now')).toHaveAttribute('aria-disabled', 'true')
  await app.sql(`update messages set settled_at = settled_at - interval '2 days'`)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText('No more reminders are planned. 60 clients are left')).toBeVisible()
  await button(page, 'Send Reminder').click()
  await expect(page.getByRole('alertdialog')).toContainText('It goes to 54 clients')
  await expect(page.getByRole('alertdialog')).toContainText('Letter: each group’s own.')
  await button(page, 'Cancel').click()
  await page.getByRole('link', { name: 'Call 60 Clients' }).click()
  await expect(at(page, '1 of 60')).toBeVisible()
  await expect(page.getByText(/^Email failed on/)).toBeVisible()
  for (let n = 2; n <= 7; n++) await page.keyboard.press('n')
  await expect(page.getByText('No answer yet.')).toBeVisible()
  await page.keyboard.press('3')
  await expect(at(page, '8 of 60')).toBeVisible()
})

/** Today in New York, the time zone of the tests' servers. */
const localDay = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format()

const at = (page: Page, place: string) => page.getByText(place, { exact: true })

test('steps through clients to call by keys', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/rounds/1')
  await page.getByRole('link', { name: 'Call 6 Clients' }).click()
  await expect(at(page, '1 of 6')).toBeVisible()
  await look(page, 'calls')
  const name = page.getByRole('heading', { level: 2 })
  const first = await name.textContent()
  await page.getByLabel('Note').fill('Call after 3')
  // Typed characters press no button.
  await expect(at(page, '1 of 6')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByLabel('Note')).toHaveValue('')
  await page.keyboard.press('p')
  await expect(page.getByLabel('Note')).toHaveValue('Call after 3')
  await page.keyboard.press('2')
  await expect(at(page, '2 of 6')).toBeVisible()
  await expect(name).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `Saved for ${first}` })).toContainText(
    'left a message',
  )
  await page.keyboard.press('p')
  await expect(name).toHaveText(first!)
  await expect(page.getByRole('list', { name: 'Contact so far' })).toContainText(
    'admin: “Call after 3”',
  )
  await page.keyboard.press('n')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  await page.keyboard.press('1')
  await dialog.getByRole('button', { name: 'Record: Confirmed' }).click()
  await expect(at(page, '3 of 6')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.press('n')
  for (const place of [4, 5, 6]) {
    await expect(at(page, `${place} of 6`)).toBeVisible()
    await page.keyboard.press('1')
  }
  await expect(page.getByText('5 of 6 clients called')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '83')
  await look(page, 'calls-done')
  await button(page, 'Call 1 Skipped Client').click()
  await expect(name).toBeFocused()
  await button(page, 'Will Answer').click()
  await expect(page.getByText('6 of 6 clients called')).toBeVisible()
})

test('passes over clients that a colleague has called meanwhile', async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/rounds/1/calls')
  await expect(at(page, '1 of 6')).toBeVisible()
  await page.keyboard.press('n')
  await expect(at(page, '2 of 6')).toBeVisible()
  const second = await page.getByRole('heading', { level: 2 }).textContent()
  const record = await page.getByRole('link', { name: 'Open the record' }).getAttribute('href')
  const client_id = Number(record!.split('/').at(-1))
  await page.keyboard.press('p')
  await expect(page.getByText(`Next: ${second}`)).toBeVisible()
  await app.as('POST', '/api/admin/rounds/1/calls', { client_id, outcome: 'left_message' })
  await expect(page.getByText(`Next: ${second}`)).toBeHidden()
  await page.keyboard.press('1')
  await expect(at(page, '3 of 6')).toBeVisible()
  for (const place of [4, 5, 6]) {
    await page.keyboard.press('1')
    await expect(at(page, `${place} of 6`)).toBeVisible()
  }
  await page.keyboard.press('1')
  await expect(page.getByText('5 of 6 clients called')).toBeVisible()
  await expect(page.getByRole('button', { name: /Skipped/ })).toBeHidden()
})

test('keeps a note for the answer and beyond the end of a session', async ({ page, app }) => {
  await askClients(app)
  // The live stream could notice the end of the session during the press.
  await page.route(/\/api\/admin\/events/, () => {})
  await signIn(page, app, '/rounds/1/calls')
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  const stay = page.getByRole('button', { name: 'Keep editing' })
  await page.getByLabel('Note').fill('Spoke to the son')
  await page.getByRole('link', { name: 'Open the record' }).click()
  await stay.click()
  await page.keyboard.press('r')
  await expect(dialog.getByLabel('Note')).toHaveValue('Spoke to the son')
  await dialog.getByLabel('Note').fill('Spoke to the daughter')
  await dialog.getByText('By letter').click()
  await page.keyboard.press('Escape')
  await stay.click()
  await endSession(page)
  await dialog.getByRole('button', { name: 'Record: Confirmed' }).click()
  await expect(page.getByText(/^Your session has ended/)).toBeVisible()
  await giveCredentials(page)
  await expect(dialog.getByLabel('Note')).toHaveValue('Spoke to the daughter')
  await expect(dialog.getByLabel('By letter')).toBeChecked()
  await dialog.getByRole('button', { name: 'Record: Confirmed' }).click()
  await expect(at(page, '2 of 6')).toBeVisible()
  await page.getByRole('link', { name: 'Open the record' }).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
})

test('records answers and calls from the list, also by keys', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await askClients(app)
  await signIn(page, app, '/rounds/1?reason=failed')
  const row = page.getByRole('row', { name: 'Record an Answer' }).first()
  const record = row.getByRole('button', { name: /^Record an Answer/ })
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  await row.getByRole('link').first().focus()
  // Passes the number and the link to the email.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
  await expect(record).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toBeFocused()
  await page.keyboard.press('Enter')
  await look(page, 'record-answer')
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill('found@example.com')
  await dialog.getByText('By letter').click()
  await dialog.getByLabel('Day').fill('2020-01-31')
  await dialog.getByLabel('City').press('Enter')
  await expect(dialog.getByText(/The client was asked on/)).toBeVisible()
  await dialog.getByLabel('Day').fill(localDay())
  await dialog.getByLabel('City').press('Enter')
  await expect(toast(page, 'Recorded: Updated')).toBeVisible()
  await expect(page.getByText('Showing 1 to 5 of 5 results')).toBeVisible()
  await expect(row.getByRole('link').first()).toBeFocused()

  await test.step('says that a call may have been saved when no reply comes', async () => {
    await page.goto(`${app.url}/rounds/1/calls`)
    await page.route('**/api/admin/rounds/1/calls', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Did Not Pick Up').click()
    await expect(toast(page, 'Call may have been saved')).toBeVisible()
    await expect(at(page, '1 of 5')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Contact so far' })).toContainText(
      'Did not pick up',
    )
  })

  await test.step('saves a note although an answer comes in during the call', async () => {
    await page.unroute('**/api/admin/rounds/1/calls')
    const link = page.getByRole('link', { name: 'Open the record' })
    const id = (await link.getAttribute('href'))!.split('/').pop()
    await page.getByLabel('Note').fill('Has moved')
    await app.as('POST', `/api/admin/users/${id}/answers`, { via: 'phone' })
    await expect(page.getByText('No call needed.')).toBeVisible()
    await button(page, 'Left a Message').click()
    await expect(at(page, '2 of 5')).toBeVisible()
  })
})

test('excuses a client and lets the client be asked again', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 3)
  await signIn(page, app, '/user-management/1')
  await button(page, 'Do Not Ask').click()
  const dialog = page.getByRole('dialog', { name: /^Do not ask/ })
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Do Not Ask' })).toBeDisabled()
  await dialog.getByLabel(/^Asked us not to write/).check()
  await dialog.getByLabel(/^Note/).fill('By phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await look(page, 'client-do-not-ask')
  await dialog.getByRole('button', { name: 'Do Not Ask' }).click()
  const notice = page.getByRole('region', { name: 'Do Not Ask' })
  await expect(notice).toContainText('Do not ask: Asked us not to write.')
  await expect(notice).toContainText('by admin@example.com: “By phone”')
  await expect(button(page, /^(Res|S)end Email$/)).toHaveCount(0)
  await look(page, 'client-excused')
  await page.getByRole('tab', { name: 'Change History' }).click()
  await expect(page.getByRole('row', { name: /^Do Not Ask/ }).first()).toContainText(
    'Asked us not to write',
  )
  await page.goto(`${app.url}/user-management`)
  await expect(page.getByTitle('Do not ask: Asked us not to write')).toBeVisible()
  await page.goto(`${app.url}/user-management/1`)
  await button(page, 'Allow Emails').click()
  await expect(toast(page, 'May be asked again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(button(page, 'Do Not Ask')).toBeVisible()
})

test('says that a colleague changed the details meanwhile', async ({ page, app }) => {
  await insertClients(app, 1)
  await signIn(page, app, '/user-management/1')
  await button(page, 'Record an Answer').click()
  const dialog = page.getByRole('dialog', { name: /^Answer of/ })
  await dialog.getByLabel('City').fill('Salem')
  await app.as('PUT', '/api/admin/users/1', { zip_code: '01970' })
  await button(page, 'Record: Updated').click()
  await expect(dialog.getByRole('alert')).toContainText('Someone changed this record')
  await expect(dialog.getByLabel('Zip Code')).toHaveValue('01970')
  await button(page, 'Record: Updated').click()
  await expect(toast(page, 'Recorded: Updated')).toBeVisible()
})
