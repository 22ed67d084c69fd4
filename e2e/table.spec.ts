import { expect, type Page } from '@playwright/test'
import { type App, addClient, insertClients, signIn, test } from './app.ts'
import { addHardClients } from './hard-clients.ts'
import { takePicture } from './look.ts'

/** Opens eleven clients on two pages, the newest first. Only Ana Lee 1 is on the second page. */
async function openTwoPages(page: Page, app: App) {
  for (let n = 1; n <= 11; n++) await addClient(app, n)
  await signIn(page, app, '/user-management?limit=10')
  await expect(page.getByText(/^Showing .* of 11 results$/)).toBeVisible()
}

/** Holds replies for the second page until the test releases them. */
async function holdSecondPage(page: Page) {
  const letGo = Promise.withResolvers<void>()
  await page.route(/api\/admin\/users\?.*page=2/, async (route) => {
    await letGo.promise
    await route.continue()
  })
  return letGo.resolve
}

const first = (page: Page) => page.getByRole('row').nth(1)
const somethingHasFocus = (page: Page) =>
  expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY')

test('keeps place, selection and focus while a page loads or empties', async ({ page, app }) => {
  await openTwoPages(page, app)
  let letGo = await holdSecondPage(page)
  await test.step('fades the rows until the next page is loaded', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.locator('tbody')).toHaveClass(/opacity-60/)
    await expect(first(page).getByRole('cell').nth(1)).toHaveText('1')
    letGo()
    await expect(first(page)).toContainText('Lee 1')
    await expect(first(page).getByRole('cell').nth(1)).toHaveText('11')
    await expect(page.locator('tbody')).not.toHaveClass(/opacity-60/)
  })

  await test.step('scrolls a row selected by key above the selection’s bar', async () => {
    await page.goto(`${app.url}/user-management?limit=10`)
    const row = page.getByRole('row').nth(6)
    const { y, height } = (await row.boundingBox())!
    await page.setViewportSize({ width: 1280, height: Math.ceil(y + height + 2) })
    await row.focus()
    await page.keyboard.press('Space')
    const bar = page.getByText('1 selected', { exact: true }).locator('..')
    await expect(bar).toBeVisible()
    const after = (await row.boundingBox())!
    expect(after.y + after.height).toBeLessThanOrEqual((await bar.boundingBox())!.y + 1)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('asks about the clients that were selected when rows change', async () => {
    letGo = await holdSecondPage(page)
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    letGo()
    await expect(page.getByText('10 selected', { exact: true })).toHaveCount(0)
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('delete 10 selected user(s)')
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(question).toBeHidden()
    await somethingHasFocus(page)
    await expect(first(page)).toContainText('Lee 1')
  })

  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await test.step('goes to the previous page when the last row is deleted', async () => {
    await page.evaluate(`new MutationObserver(() => {
      const shown = document.querySelector('p[role=status]')?.textContent
      ;(globalThis.shown ??= new Set()).add(shown)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
    await page.getByRole('checkbox', { name: 'Select Ana Lee 1' }).press('Space')
    await page.getByRole('button', { name: 'Delete Selected' }).press('Enter')
    await sure.press('Enter')
    await expect(page.getByText('Showing 1 to 10 of 10 results')).toBeVisible()
    await expect(page).not.toHaveURL(/page=/)
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
    const shown = (await page.evaluate('[...globalThis.shown]')) as string[]
    expect(shown).toContain('Showing 1 to 10 of 10 results')
    expect(shown.filter((text) => /Showing (?!1 to 10|11 to 11)/.test(text ?? ''))).toEqual([])
  })

  await test.step('keeps the focus when all clients are deleted', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
    await page.getByRole('button', { name: 'Delete Selected' }).press('Enter')
    await sure.press('Enter')
    await expect(page.getByText('No users yet')).toBeVisible()
    await somethingHasFocus(page)
  })
})

test('keeps the focus in the recent updates when a new one replaces one', async ({ page, app }) => {
  const ids = []
  for (const n of [1, 2, 3]) ids.push(await addClient(app, n))
  await signIn(page, app)
  // The focus stays there even if a row is pushed out behind a dialog.
  const view = (n: number) => page.getByLabel(`View Changes of Ana Lee ${n}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await view(2).focus()
  await app.as('PUT', `/api/admin/users/${ids[0]}`, { city: 'Salem' })
  await expect(view(1)).toBeFocused()

  await view(3).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await app.as('PUT', `/api/admin/users/${ids[1]}`, { city: 'Salem' })
  await expect(view(2)).toBeAttached()
  await expect(view(3)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await somethingHasFocus(page)
})

test('keeps the way back after skipping to the content', async ({ page, app }) => {
  await insertClients(app, 60)
  await signIn(page, app, '/user-management?search=john')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page
    .getByRole('button', { name: 'Back' })
    .or(page.getByRole('link', { name: 'Back' }))
    .click()
  await expect(page).toHaveURL(/user-management\?search=john$/)
})

/** Finds texts that are cut off or overflow their cell. */
const cutTexts = (page: Page) =>
  page
    .getByRole('main')
    .locator('td, td *, li *, h1, h1 *, section p')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => {
          const spills = box.scrollWidth > box.clientWidth + 1
          const cutBelow = box.scrollHeight > box.clientHeight + 1
          const clips = getComputedStyle(box).overflow !== 'visible'
          if (!box.textContent || box.clientWidth <= 1) return false
          return (box.tagName === 'TD' && spills) || (clips && (spills || cutBelow))
        })
        .map((box) => box.textContent),
    )

test('cuts off no name, number or email of any length', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 20)
  await addClient(app, 1, {
    first_name: 'Bartholomew',
    last_name: 'García Márquez',
    client_number: 'FEATHERSTONE-2027-44',
    email: 'christopher.featherstonehaugh@western-law-offices.com',
  })
  await addHardClients(app)
  await app.sql("update clients set status = 'confirmed' where id % 3 = 0")
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/user-management')
  for (const [path, shown] of [
    ['/user-management', 'Showing 1 to 23 of 23 results'],
    ['/dashboard', 'Showing 1 to 23 of 23 results'],
    ['/user-management/22', 'Files & Attachments'],
    ['/mailings/4', 'Showing 1 to 23 of 23 results'],
    ['/rounds/1', 'Outstanding'],
  ] as const) {
    await page.goto(app.url + path)
    await expect(page.getByText(shown).first()).toBeVisible()
    for (const width of [1280, 1920, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect({ path, width, cut: await cutTexts(page) }).toEqual({ path, width, cut: [] })
      if (width !== 1920) await takePicture(page, `long-names${path.replaceAll('/', '-')}-${width}`)
    }
  }
  await test.step('shows the number after a right-to-left name', async () => {
    const name = { first_name: 'عبد', last_name: 'العزيز' }
    await addClient(app, 2, { ...name, client_number: '1042' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${app.url}/mailings/5`)
    const row = page.getByRole('row', { name: /1042/ })
    const link = (await row.getByRole('link').boundingBox())!
    const number = (await row.getByText('1042', { exact: true }).boundingBox())!
    expect(number.x).toBeGreaterThan(link.x + link.width - 1)
  })
})
