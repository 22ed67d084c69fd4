import { expect, type Page } from '@playwright/test'
import { type App, endSession, giveCredentials, insertClients, signIn, test, toast } from './app.ts'
import { look } from './look.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const names = (page: Page) =>
  page.getByRole('list', { name: 'Clients to review' }).locator('button span:first-child')

interface Details {
  first_name: string
  last_name: string
}

/** Records changes that clients gave by phone. Returns the clients' names. */
async function answerAll(app: App, changes: object[]): Promise<string[]> {
  await insertClients(app, changes.length)
  const told: string[] = []
  for (const [n, change] of changes.entries()) {
    const url = `/api/admin/users/${n + 1}`
    const body = { via: 'phone', ...change }
    const client = (await (await app.as('POST', `${url}/answers`, body)).json()) as Details
    told.push(`${client.first_name} ${client.last_name}`)
  }
  return told
}

const MOVED = { address: '9 Harbor Street, Apt 12', city: 'Salem', state: 'MA', zip_code: '01970' }
const CALLED = { phone_number: '617-555-0140' }

test('reviews by keys, sets an address back and leads to the next client', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  const [moved, renamed, disputed, office, doubtful] = await answerAll(app, [
    { ...MOVED, ...CALLED },
    { last_name: 'Lindqvist-Montgomery' },
    { email: 'thief@example.net', ...CALLED },
    MOVED,
    { email: 'someone@gmial.com' },
  ])
  await app.sql('update clients set disputed_at = now(), disputed_answer_id = 3 where id = 3')
  await app.as('PUT', '/api/admin/users/4', { address: '9 Harbor Street, Apt 2' })
  await signIn(page, app, '/review')
  await expect(names(page)).toHaveText([disputed!, renamed!, doubtful!, office!, moved!])
  await expect(page.getByRole('link', { name: 'Review 5' })).toBeVisible()
  await expect(
    page.getByText('The client says about the last change: “This was not me.”'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Disputed' })).toContainText('thief@example.net')
  await look(page, 'review-disputed')
  await page.keyboard.press('t')
  await page.keyboard.press('n')
  await expect(heading(page, renamed!)).toBeVisible()
  await page.keyboard.press('t')
  await expect(heading(page, doubtful!)).toBeFocused()
  await expect(names(page)).toHaveText([disputed!, doubtful!, office!, moved!])
  await expect(page.getByText('Did you mean someone@gmail.com?')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('Changed since by the office')).toBeVisible()
  await expect(button(page, /^Set back/)).toHaveCount(0)
  await page.keyboard.press('n')
  await page.getByLabel('Note').fill('Old house is let')
  await button(page, 'Set back Address').click()
  await look(page, 'review')
  await button(page, 'Set Back and Take Over').click()
  await expect(names(page)).toHaveText([disputed!, doubtful!, office!])
  const now = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(now).toMatchObject({ phone_number: '+16175550140', has_changes: false })
  expect(now).not.toMatchObject({ city: 'Salem' })
  await button(page, 'Restore the Earlier Details').click()
  await expect(names(page)).toHaveText([doubtful!, office!])
})

test('shows the list, then one review on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [one, other] = await answerAll(app, [MOVED, CALLED])
  await signIn(page, app)
  await page.getByRole('link', { name: 'Review 2' }).click()
  await expect(heading(page, one!)).toBeHidden()
  await names(page).filter({ hasText: one! }).click()
  await expect(heading(page, one!)).toBeVisible()
  await expect(names(page).first()).toBeHidden()
  await button(page, 'All to review').click()
  await names(page).filter({ hasText: one! }).click()
  await button(page, 'Taken Over').click()
  await expect(heading(page, other!)).toBeVisible()
  await button(page, 'Taken Over').click()
  await expect(page.getByText('Nothing to review')).toBeVisible()
})

test('takes over selected reviews and all of a kind', async ({ page, app }) => {
  const [first, second] = await answerAll(app, [MOVED, CALLED, MOVED, CALLED, MOVED])
  await signIn(page, app, '/review')
  await names(page).filter({ hasText: first! }).click()
  await page.keyboard.press('ArrowDown')
  await expect(heading(page, second!)).toBeVisible()
  const boxes = page.getByRole('checkbox', { name: /^Select/ })
  for (const n of [1, 2]) await boxes.nth(n).check()
  await button(page, 'Take Over 2 Selected').click()
  await expect(toast(page, '2 clients dealt with.')).toBeVisible()
  await expect(names(page)).toHaveCount(3)
  await app.as('POST', '/api/admin/users/2/answers', { via: 'phone', city: 'Lowell' })
  await button(page, 'Take Over All: Plain').click()
  await button(page, 'Take Over 3').click()
  await expect(
    page.getByText(/^The list has changed: you saw 3, now there are 4/).first(),
  ).toBeVisible()
  await expect(names(page)).toHaveCount(4)
  await button(page, 'Take Over All: Plain').click()
  await button(page, 'Take Over 4').click()
  await expect(page.getByText('Nothing to review')).toBeVisible()
})

test('takes over only one review at a double click, and keeps a note', async ({ page, app }) => {
  const [first, second] = await answerAll(app, [MOVED, CALLED])
  await signIn(page, app, '/review')
  await expect(heading(page, first!)).toBeVisible()
  const saved: string[] = []
  page.on('request', (request) => request.method() === 'POST' && saved.push(request.url()))
  await button(page, 'Taken Over').hover()
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await expect(heading(page, second!)).toBeVisible()
  }
  await page.getByLabel('Note').fill('Not read yet')
  expect(saved).toHaveLength(1)
  await expect(names(page)).toHaveText([second!])

  await endSession(page)
  await button(page, 'Taken Over').click()
  await giveCredentials(page)
  await expect(page.getByLabel('Note')).toHaveValue('Not read yet')
})

test('says that a colleague has already reviewed the answer', async ({ page, app }) => {
  await answerAll(app, [MOVED])
  await signIn(page, app, '/review')
  await expect(names(page)).toHaveCount(1)
  await app.as('POST', '/api/admin/reviews', { items: [{ clientId: 1, answerIds: [1] }] })
  await page.keyboard.press('t')
  await expect(
    page.getByText(/has answered again, or somebody else was faster/).first(),
  ).toBeVisible()
  await expect(page.getByText('Nothing to review')).toBeVisible()
})

test('keeps the current review and the buttons in sight in a long list', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app, 60)
  await app.sql(`
    insert into answers (client_id, client_number, name, at, via, result, old, new)
    select id, client_number, '', now(), 'link', 'updated', '{"city": "Salem"}', jsonb_build_object('city', city) from clients;
    update clients set has_changes = true`)
  await signIn(page, app, '/review')
  await expect(button(page, 'Taken Over')).toBeInViewport({ ratio: 1 })
  for (let n = 0; n < 24; n++) await page.keyboard.press('n')
  await expect(names(page).last()).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Taken Over')).toBeInViewport({ ratio: 1 })
  await look(page, 'review-many')
})
