import { expect, type Page } from '@playwright/test'
import { test } from './app.ts'
import { openLetter } from './letter.ts'

/** Translates like a browser: replaces each text by elements, again after each change. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translated = new WeakSet<Node>()
    function run() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const box = text.parentElement!
        if (translated.has(text) || box.closest('script, option, [translate=no]')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        const other = document.createTextNode(text.data)
        translated.add(other)
        inner.append(other)
        outer.append(inner)
        box.replaceChild(outer, text)
      }
    }
    run()
    const everything = { childList: true, subtree: true, characterData: true }
    new MutationObserver(run).observe(document.body, everything)
  })

test('works while a browser translates the page', async ({ page, app }) => {
  await openLetter(page, app)
  await translate(page)
  const submit = page.getByRole('button', { name: 'Submit Verification' })
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('Please choose one of the two answers.')
  await page.getByLabel('I Made Changes').check()
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('ana@gmial.com')
  await email.blur()
  await page.getByRole('button', { name: 'Use this' }).click()
  const envelope = page.getByRole('region', { name: 'Your details' })
  await expect(envelope).toContainText('ana@gmail.com')
  await page.getByLabel('City').fill('Worcester')
  await expect(envelope.locator('address').first()).toHaveText(/Worcester, MA/)
  await expect(envelope.locator('address font')).toHaveCount(0)

  await page.route('**/api/verify/*', (route) => route.fulfill({ status: 500, body: '' }))
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('We cannot tell whether')
  await page.unroute('**/api/verify/*')
  await page.route('**/api/verify/*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText(/^Your answer could not be read\.[^.]+\.$/)
  await page.unroute('**/api/verify/*')
  await submit.click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ email: 'ana@gmail.com', city: 'Worcester', state: 'MA' })
})

test('keeps what was typed into a page that a program altered', async ({ page, app, browser }) => {
  const address = await openLetter(page, app)
  // In another context, as React's report of the altered page would fail the test in its own one.
  const altered = await (await browser.newContext()).newPage()
  const scripts = Promise.withResolvers<void>()
  await altered.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await altered.goto(`${address}?change`, { waitUntil: 'commit' })
  const city = altered.getByLabel('City')
  await city.fill('Berlin')
  await altered.getByLabel('I live outside the United States').check()
  await altered.getByLabel('Information is Correct').check()
  await altered.getByLabel('I Made Changes').check()
  await city.focus()
  await altered.evaluate(() => {
    for (const field of document.querySelectorAll('.field input'))
      field.after(document.createElement('div'))
  })
  const before = await city.elementHandle()
  scripts.resolve()
  await altered.getByLabel('Country').waitFor()
  await expect(city).toBeFocused()
  await altered.getByLabel('Country').selectOption('Germany')
  expect(await before!.evaluate((field) => field.isConnected)).toBe(false)
  await expect(city).toHaveValue('Berlin')
  const envelope = altered.getByRole('region', { name: 'Your details' })
  await expect(envelope).toContainText(/Berlin, 02134\s+Germany/)
})

test('sends values that a program filled in without an event', async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.evaluate(() => {
    const fill = (id: string, value: string) =>
      Object.assign(document.getElementById(id)!, { value }).dispatchEvent(new Event('change'))
    fill('city', 'Columbus')
    fill('state', 'OH')
    fill('zip_code', '43004')
  })
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByText('Thank you for verifying your information.')).toBeVisible()
  const client = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(client).toMatchObject({ city: 'Columbus', state: 'OH', zip_code: '43004' })
})

test('saves an answer by the plain form if its script fails', async ({ app, browser, page }) => {
  const address = await openLetter(page, app)
  // In another context, as the page's error would fail the test in its own one.
  const old = await (await browser.newContext()).newPage()
  await old.addInitScript(() => Object.assign(window, { AbortController: undefined }))
  const failing = old.waitForEvent('pageerror')
  await old.goto(address)
  expect((await failing).message).toContain('AbortController')
  await old.getByLabel('Information is Correct').check()
  await old.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(old.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
})
