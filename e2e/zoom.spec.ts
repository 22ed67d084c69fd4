import { expect, type Locator, type Page } from '@playwright/test'
import { insertClients, openUsers, signIn, test } from './app.ts'
import { csv, lines, openImport } from './import-dialog.ts'
import { takePicture } from './look.ts'

/** A window of 1280 × 1024 at 400 %, one of 1280 × 720 at 200 %, and a phone above its keyboard. */
const LOW = [
  { width: 320, height: 256 },
  { width: 640, height: 360 },
  { width: 375, height: 330 },
]
/** The page's background under emulated forced colours, opaque or transparent. */
const PLAIN = /^rgba?\(255, 255, 255/
const CLEAR = 'rgba(0, 0, 0, 0)'
/** Controls far from both ends of a dialog. */
const BETWEEN = { 'Create User': 'City', 'Bulk Email': 'Confirmed clients' }
const WHOLE = { ratio: 1 }

async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  return { dialog, cancel, title: dialog.getByRole('heading', { name, exact: true }) }
}

test('keeps a dialog usable in a low or narrow window', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  for (const name of ['Create User', 'Bulk Email'] as const) {
    const { dialog, cancel, title } = await openDialog(page, name)
    for (const size of LOW) {
      await page.setViewportSize(size)
      const between = dialog.getByLabel(BETWEEN[name])
      await between.focus()
      await between.evaluate((field) => field.scrollIntoView({ block: 'center' }))
      await expect(between).toBeInViewport(WHOLE)
      await expect(title).not.toBeInViewport()
      await expect(cancel).not.toBeInViewport()
      await cancel.focus()
      await expect(cancel).toBeInViewport(WHOLE)
      await title.scrollIntoViewIfNeeded()
      await expect(title).toBeInViewport(WHOLE)
    }
    // Neither a press on the scrollbar around the dialog nor a key that counts as a click closes it.
    await dialog.locator('..').dispatchEvent('pointerdown', { clientX: 395, clientY: 100 })
    await dialog.getByLabel(BETWEEN[name]).press(name === 'Bulk Email' ? 'ArrowUp' : 'Enter')
    await cancel.click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  await test.step('leaves a narrow window to the rows of a preview', async () => {
    const { dialog, input, only } = await openImport(page)
    await input.setInputFiles(csv(lines(20)))
    await expect(only).toBeInViewport()
    // A window of 1920 × 1200 at 200 %.
    await page.setViewportSize({ width: 960, height: 600 })
    await dialog.getByRole('row').nth(10).scrollIntoViewIfNeeded()
    await expect(only).not.toBeInViewport()
  })
})

/** Presses Tab until the focus leaves the page. Returns controls that were fully covered. */
async function coveredOnTheWay(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const covered: string[] = []
  for (let presses = 0; presses < 140; presses++) {
    await page.keyboard.press(key)
    const shown = await page.evaluate(coveredFocus)
    if (shown === null) return covered
    if (shown) covered.push(shown)
  }
  throw new Error('The focus never left the page.')
}

/** Runs in the page. Returns the focused control's name if it is fully covered, null if nothing has the focus. */
function coveredFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, top, right, bottom } = focused.getBoundingClientRect()
  const middle = [(left + right) / 2, (top + bottom) / 2] as const
  const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]))
  const seen = [middle, ...corners].some(([x, y]) => {
    const hit = document.elementFromPoint(x!, y!)
    return hit !== null && (focused.contains(hit) || hit.matches('label'))
  })
  return seen ? '' : (focused.ariaLabel ?? focused.textContent)
}

/** Windows at 100, 200 and 400 %. */
const ZOOMED = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
]

/** Checks all controls forwards and backwards. */
async function seesAllFocused(page: Page, sizes = ZOOMED): Promise<void> {
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height })
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      expect({ width, key, covered: await coveredOnTheWay(page, key) }).toEqual({
        width,
        key,
        covered: [],
      })
    }
  }
}

test('never covers a focused control', { tag: '@pictures' }, async ({ page, app }) => {
  await test.step('behind a bar', async () => {
    await insertClients(app, 3)
    await signIn(page, app, '/user-management')
    await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await seesAllFocused(page)
  })

  await test.step('behind the notice', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
    await page.route('**/api/admin/stats', (route) => route.fulfill({ status: 500 }))
    await page
      .getByRole('button', { name: /^(Res|S)end the/ })
      .first()
      .click()
    const notice = page.locator('.lower-notice')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await seesAllFocused(page, ZOOMED.slice(1, 2))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await seesAllFocused(page, ZOOMED.slice(2))
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 700 },
    ]) {
      await page.setViewportSize(size)
      await page.evaluate('scrollTo(0, 0)')
      const below = (await notice.boundingBox())!
      const bar = (await page.locator('.page-bar').boundingBox())!
      expect(bar.y + bar.height).toBeLessThanOrEqual(below.y + 0.5)
      await takePicture(page, `out-of-date-selection-${size.width}`)
    }
  })
})

/** 1280 × 720 and 1920 × 1080 at 200 %, 1280 × 1024 at 400 %, two phones. */
const SMALL = [
  { width: 640, height: 360 },
  { width: 960, height: 540 },
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 375, height: 560 },
]

/** Runs in the page. Returns the share of the height that sticky bars cover. */
function sharedByBars(): number {
  scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)
  const covered = new Set<number>()
  for (const box of document.querySelectorAll('body *')) {
    if (!['fixed', 'sticky'].includes(getComputedStyle(box).position)) continue
    const { top, bottom, width } = box.getBoundingClientRect()
    if (width < innerWidth / 2 || box.closest('[role=region]')) continue
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(bottom, innerHeight); y++)
      covered.add(y)
  }
  return covered.size / innerHeight
}

test('leaves a low window’s height to the page, not to bars', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 60)
  await signIn(page, app)
  const sees = async (name: string) => {
    for (const size of SMALL) {
      await page.setViewportSize(size)
      const share = await page.evaluate(sharedByBars)
      expect(share, `${name} at ${size.width} × ${size.height}`).toBeLessThanOrEqual(0.25)
      if (size.width >= 640) await takePicture(page, `low-${name}-${size.width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await expect(page.locator('.lower-notice')).toBeVisible()
  await sees('dashboard')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.locator('.page-bar')).toBeVisible()
  await sees('selection')
  await page.goto(`${app.url}/user-management/1`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await sees('editor')

  await test.step('shows choices and progress in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${app.url}/dashboard`)
    const main = page.getByRole('navigation', { name: 'Main' })
    await standsOut(main.getByRole('link', { name: 'Dashboard' }), main.getByRole('link').nth(1))
    const parts = (title: string, of: string) =>
      page.getByRole('region', { name: title, exact: true }).locator(of).first()
    await standsOut(parts('Status', 'figure > div a'))
    await standsOut(parts('Status', 'li > a > span'))
    await standsOut(parts('By state', 'li > a .gauge > span'))
    await takePicture(page, 'forced-dashboard')

    await openUsers(page)
    const row = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await row.first().getByRole('checkbox').check()
    await expect(row.first()).toHaveCSS('outline-style', 'solid')
    await expect(row.nth(1)).toHaveCSS('outline-style', 'none')
    const pageButton = (n: number) => page.getByRole('button', { name: `Page ${n}`, exact: true })
    await standsOut(pageButton(1), pageButton(2))
    await takePicture(page, 'forced-users')

    await page.goto(`${app.url}/user-management/1`)
    const tab = (selected: boolean) => page.getByRole('tab', { selected }).first()
    await expect(tab(false)).toHaveCSS('border-bottom-color', CLEAR)
    await expect(tab(true)).not.toHaveCSS('border-bottom-color', CLEAR)
    await takePicture(page, 'forced-tabs')

    await page.goto(`${app.url}/mailings`)
    const segment = page.getByRole('group', { name: 'Which mailings' }).locator('label')
    await standsOut(segment.first(), segment.nth(1))
    await takePicture(page, 'forced-segments')
  })
})

/** Checks that the first has a visible background, and the second, if any, has none. */
async function standsOut(one: Locator, other?: Locator): Promise<void> {
  await expect(one).not.toHaveCSS('background-color', PLAIN)
  if (other) await expect(other).toHaveCSS('background-color', PLAIN)
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('gives fields the 16 px below which a phone zooms in', async ({ page, app }) => {
    await insertClients(app, 1)
    await signIn(page, app, '/user-management')
    await expect(page.getByPlaceholder('Search by name')).toHaveCSS('font-size', '16px')
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByLabel('City')).toHaveCSS('font-size', '16px')
  })
})
