import { expect, type Route } from '@playwright/test'
import { signIn, test } from './app.ts'
import { openLetter, openTooOften } from './letter.ts'
import { look, takePicture } from './look.ts'

test('lists errors that lead to their fields, by keyboard alone', { tag: '@journey' }, async ({
  page,
  app,
}) => {
  await openLetter(page, app)
  // Passes the two links of the envelope and the answers.
  for (let n = 0; n < 4; n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Please choose one of the two answers.')
  await expect(page).toHaveTitle('Error: Are these details still right? · Harrow & Finch')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Information is Correct')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  // Arrow keys choose an answer without leaving the choices.
  await expect(page.getByLabel('I Made Changes')).toBeFocused()
  await expect(page.getByLabel('I Made Changes')).toBeChecked()
  await expect(page).toHaveTitle(/^Are/)
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('MA')
  await expect(page.getByLabel('Zip code')).toHaveAttribute('autocomplete', 'postal-code')
  await page.getByLabel('Zip code').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /^Enter a zip code of 5 digits/ }).press('Enter')
  await expect(page.getByLabel('Zip code')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('021341234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  await expect(page.getByText('Boston, MA 02134-1234')).toBeVisible()
})

test('saves an answer once and shows what was sent', { tag: '@journey' }, async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  // An old phone's wrong clock.
  await page.clock.setFixedTime('2020-06-01')
  let posts = 0
  await page.route('**/api/verify/*', async (route) => {
    posts += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit Verification' }).dblclick()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  expect(posts).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('Worcester, MA 02134')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const received = page.getByText(/^We received your answer on \w+ \d+, \d{4}\.$/)
  await expect(received).toBeVisible()
  await expect(received).not.toContainText('2020')
  await expect(page.getByText('You can close this page now.')).toBeHidden()
  await signIn(page, app, '/user-management')
  await expect(page.getByRole('row', { name: /Ana/ })).toContainText('Updated')
})

test('shows both choices at first, and leads from each detail to its field', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openLetter(page, app)
  for (const answer of ['Nothing has changed.', 'Correct what is out of date below.'])
    await expect(page.getByText(answer)).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Change Address' }).click()
  await expect(page.getByLabel('Street address')).toBeFocused()
  await page.getByRole('link', { name: 'Change Phone or Email' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('(617) 555-0199')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  await expect(page.getByText('(617) 555-0199')).toBeVisible()
})

test('brings the fields into view and asks if nothing changed', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  const first = page.getByLabel('First name')
  await expect(first).toBeFocused()
  await expect(page.getByText('First name', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  const question = page.getByRole('group', { name: 'You have changed nothing.' })
  await expect(question).toBeFocused()
  await look(page, 'verify-unchanged')
  await question.getByRole('button', { name: 'No, I Will Change It' }).click()
  await expect(first).toBeFocused()
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await question.getByRole('button', { name: 'Yes, Everything Is Correct' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ status: 'confirmed', has_changes: false })
})

test('blocks input while the answer is sent and keeps the focus', async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  const city = page.getByLabel('City')
  const other = page.getByLabel('Alternate number')
  await city.fill('Worcester')
  let arrived = Promise.withResolvers<Route>()
  await page.route('**/api/verify/*', (route) => arrived.resolve(route))
  await city.press('Enter')
  const first = await arrived.promise
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await expect(city).toBeFocused()
  await other.click()
  await page.keyboard.type('(617) 555-0177')
  await expect(other).toHaveValue('')
  await page.getByLabel('State', { exact: true }).focus()
  await page.keyboard.type('Ohio')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('MA')
  await expect(page.getByLabel('State', { exact: true })).toBeFocused()
  // Without `force`, Playwright would wait until the choice is enabled again.
  await page.getByText('Information is Correct').click({ force: true })
  await expect(page.getByLabel('I Made Changes')).toBeChecked()
  await expect(other).toBeVisible()

  await first.fulfill({ status: 500, body: '' })
  await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(city).toHaveValue('Worcester')
  await other.click()
  await page.keyboard.type('(617) 555-0177')
  await page.getByLabel('State', { exact: true }).selectOption('Ohio')
  await page.getByLabel('Information is Correct').check()
  arrived = Promise.withResolvers<Route>()
  await page.keyboard.press('Enter')
  const second = await arrived.promise
  const undo = page.getByRole('button', { name: 'Undo my changes' })
  await undo.press('Enter')
  await expect(undo).toBeFocused()
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText('Worcester, OH')
  await second.continue()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ city: 'Worcester', state: 'OH', alt_number: '+16175550177' })
})

test('shows the office’s changes and asks for the answer again', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  await page.getByLabel('Alternate number').fill('(617) 555-0177')
  await page.getByLabel('Information is Correct').check()
  const office = { phone_number: '(617) 555-0199', city: 'Salem' }
  await app.as('PUT', '/api/admin/users/1', office)
  await page.getByRole('button', { name: 'Submit Verification' }).click()

  const notice = page.getByRole('alert')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('Our office has changed your details')
  await expect(notice).toContainText('we changed your city and phone number.')
  const envelope = page.getByRole('region', { name: 'Your details' })
  await expect(envelope).toContainText('Worcester, MA 02134')
  await expect(envelope).toContainText('(617) 555-0199')
  await expect(page.getByLabel('Information is Correct')).not.toBeChecked()
  await look(page, 'verify-changed-meanwhile')

  await page.getByLabel('I Made Changes').check()
  await expect(page.getByLabel('Alternate number')).toHaveValue('(617) 555-0177')
  await page.getByLabel('Phone number').fill('(617) 555-0101')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({
    phone_number: '+16175550101',
    alt_number: '+16175550177',
    city: 'Worcester',
    status: 'updated',
  })
})

test('works on a phone of 2020 and at 320 px with doubled text', async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { timeout: undefined, any: undefined })
    Object.assign(Promise, { withResolvers: undefined })
    Object.assign(Intl, { ListFormat: undefined })
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  await page.getByLabel('Zip code').fill('01608')
  await page.getByLabel('Information is Correct').check()
  await expect(page.getByText('You have changed the city and zip code.')).toBeVisible()
  await page.getByLabel('I Made Changes').check()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('asks before typed details are closed', async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await closing
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await page.getByRole('link', { name: '(617) 555-0140' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Worcester')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('There is nothing left to do.')).toBeVisible()
  expect(asked).toBe(0)
})

test('reports a failing server, not an invalid link', async ({ page, app }) => {
  await openTooOften(page, `${app.url}/verify/anything`)
  await expect(page.getByText('We could not check your link yet.')).toBeVisible()
  await page.route('**/api/verify/*', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await page.unroute('**/api/verify/*')
  await retry.click()
  await expect(page.getByText('This verification link is invalid or has expired.')).toBeVisible()
})

test('has a logical reading order, in forced colors and without :has', async ({ page, app }) => {
  await openLetter(page, app)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Are these details still right?" [level=1]
      - paragraph: /Dear Ana/
      - region "Your details":
        - text: We write to
        - link "Change Address"
        - text: Ana Nguyễn 1 Main St Boston, MA 02134 We call or email
        - link "Change Phone or Email"
        - text: (617) 555-0101 ana@example.com
      - group "Your answer":
        - radio "Information is Correct Nothing has changed."
        - radio "I Made Changes Correct what is out of date below."
      - button "Submit Verification"
  `)
  await page.emulateMedia({ forcedColors: 'active' })
  const answers = page.getByRole('group', { name: 'Your answer' }).locator('label')
  const outline = (n: number) =>
    answers.nth(n).evaluate((label) => getComputedStyle(label).outlineStyle)
  await page.getByLabel('Information is Correct').check()
  await takePicture(page, 'verify-forced')
  expect(await outline(0)).not.toBe(await outline(1))

  await test.step('shows the focus of the answers without :has', async () => {
    await page.reload()
    await expect(
      page.getByRole('heading', { name: 'Are these details still right?' }),
    ).toBeFocused()
    await page.evaluate(() => {
      for (const sheet of document.styleSheets) {
        for (let n = sheet.cssRules.length - 1; n >= 0; n--) {
          if (sheet.cssRules[n]?.cssText.includes(':has(')) sheet.deleteRule(n)
        }
      }
    })
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
    const answer = page.getByLabel('Information is Correct')
    await expect(answer).toBeFocused()
    await expect(answer).not.toHaveCSS('outline-style', 'none')
  })
})
