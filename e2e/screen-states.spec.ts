import { expect, type Page, type Route } from '@playwright/test'
import { type App, insertClients, signIn, test } from './app.ts'
import { look } from './look.ts'

/** Unusable answers instead of the server's. Each screen gets one. */
const ANSWERS = [
  (route: Route) => route.fulfill({ status: 500, body: '{"message":"Out of order."}' }),
  (route: Route) => route.fulfill({ status: 200, body: '<html>Hello</html>' }),
  (route: Route) => route.fulfill({ json: { status: 'ok' } }),
  (route: Route) => route.abort(),
]

type Screen = [path: string, name: string, read: RegExp, ...titles: string[]]

/** Each screen's readings that can fail separately, with the titles of their failures. */
const CLIENTS: Screen[] = [
  [
    '/dashboard?limit=10',
    'dashboard',
    /\/api\/admin\/(users|stats|charts)/,
    'Failed to fetch stats',
    'Failed to fetch the answers',
    'Failed to fetch recent updates',
    'Failed to fetch users',
  ],
  ['/user-management', 'users', /\/api\/admin\/users/, 'Failed to fetch users'],
  ['/user-management/1', 'client', /\/users\/1$/, 'Failed to fetch user data'],
  ['/user-management/1', 'client-timeline', /\/timeline/, 'Failed to fetch the timeline'],
  ['/user-management/1?tab=files', 'files', /\/attachments$/, 'Failed to fetch files'],
  ['/user-management/1?tab=history', 'history', /\/audit-logs$/, 'Failed to fetch change history'],
  ['/imports', 'imports', /\/api\/admin\/imports/, 'Failed to fetch the imports'],
  ['/review', 'review', /\/api\/admin\/reviews/, 'Failed to fetch the answers to review'],
  ['/settings', 'settings', /\/api\/admin\/settings/, 'Failed to fetch the settings'],
]
const MAIL: Screen[] = [
  ['/letters', 'letters', /\/api\/admin\/letters/, 'Failed to fetch the letters'],
  ['/email-templates', 'templates', /\/admin\/email-templates$/, 'Failed to load email templates'],
  [
    '/email-templates/edit/BigClients',
    'editor',
    /\/email-templates\/BigClients$/,
    'Failed to fetch the template',
  ],
  ['/mailings', 'mailings', /\/api\/admin\/mailings/, 'Failed to fetch mailings'],
  ['/mailings/1', 'mailing', /\/api\/admin\/mailings/, 'Failed to fetch the mailing'],
  ['/outbox', 'outbox', /\/api\/admin\/outbox/, 'Failed to fetch the outbox'],
  ['/delivery', 'delivery', /\/api\/admin\/delivery/, 'Failed to check the delivery'],
  ['/rounds', 'rounds', /\/api\/admin\/rounds/, 'Failed to fetch the rounds'],
  ['/rounds/1', 'round', /\/api\/admin\/rounds/, 'Failed to fetch the round'],
  ['/rounds/1/calls', 'calls', /\/api\/admin\/rounds/, 'Failed to fetch the round'],
]

async function signInAfterMailing(page: Page, app: App): Promise<void> {
  await insertClients(app, 12)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await signIn(page, app, '/healthz')
}

for (const [subject, screens] of Object.entries({ clients: CLIENTS, mail: MAIL })) {
  test(`shows the screens about ${subject} while they load, fail and load again`, {
    tag: ['@pictures', '@slow'],
  }, async ({ page, app }) => {
    test.setTimeout(240_000)
    await signInAfterMailing(page, app)
    // Holds the live stream, which would reread a screen before the button does.
    await page.route('**/api/admin/events', () => {})
    for (const [n, [path, name, read, ...titles]] of screens.entries()) {
      const loaded = Promise.withResolvers<void>()
      await page.route(read, async (route) => {
        await loaded.promise
        await ANSWERS[n % ANSWERS.length]!(route)
      })
      await page.goto(app.url + path)
      await expect(page.getByRole('main').locator('.skeleton').first()).toBeVisible()
      await look(page, `${name}-loading`)
      loaded.resolve()
      const alert = (title: string) => page.getByRole('alert').filter({ hasText: title })
      for (const title of titles) await expect(alert(title)).toBeVisible()
      await look(page, `${name}-failed`)
      await page.unroute(read)
      for (const title of titles) {
        await alert(title).getByRole('button', { name: 'Try again' }).click()
        await expect(alert(title)).toBeHidden()
      }
    }
  })
}

/** Addresses of records that do not exist. */
const MISSING = {
  '/user-management/999999': 'This client does not exist or was deleted.',
  '/user-management/abc': 'There is no such client.',
  '/email-templates/edit/Unknown': 'Template not found',
  '/mailings/99': 'There is no such mailing.',
  '/rounds/99': 'There is no such round.',
  '/imports/00000000-0000-4000-8000-000000000009': 'There is no such import.',
  '/imports/nonsense': 'There is no such import.',
}

test('says that a record does not exist', { tag: '@pictures' }, async ({ page, app }) => {
  await signIn(page, app, '/healthz')
  for (const [path, text] of Object.entries(MISSING)) {
    await page.goto(app.url + path)
    await expect(page.getByText(text)).toBeVisible()
    if (/\d$/.test(path)) await look(page, `missing${path.replaceAll('/', '-')}`)
  }
})
