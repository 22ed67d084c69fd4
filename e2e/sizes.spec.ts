import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { type App, insertClients, linkIn, signIn, test } from './app.ts'

/** Records a page's scripts, by name, with their size in KB after gzip. */
function watchScripts(page: Page) {
  const scripts = new Map<string, Promise<Buffer>>()
  const plain: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    scripts.set(pathname, response.body())
    if (!response.headers()['content-encoding']) plain.push(pathname)
  })
  return {
    plain,
    names: () => [...scripts.keys()].join('\n'),
    /** Larger files without the hint, whose functions Chrome compiles only at their first call. */
    async compiledLate() {
      const late = []
      for (const [name, file] of scripts) {
        const text = String(await file)
        if (text.length > 2000 && !text.startsWith('//# allFunctionsCalledOnLoad')) late.push(name)
      }
      return late
    },
    async kilobytes() {
      const files = await Promise.all(scripts.values())
      return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1024
    },
  }
}

async function aLink(app: App): Promise<string> {
  const client = {
    first_name: 'Ana',
    last_name: 'Lee',
    email: 'ana@example.com',
    phone_number: '(617) 555-0101',
    client_number: 'A1',
    address: '1 Main St',
    city: 'Boston',
    state: 'MA',
    zip_code: '02134',
  }
  await app.as('POST', '/api/admin/users', client)
  await expect.poll(async () => (await app.outbox().catch(() => [])).length).toBe(1)
  const [mail] = await app.outbox()
  return linkIn(mail!)
}

test('loads at most 230 KB of scripts on sign-in and first screen', async ({
  page,
  app,
  context,
}) => {
  const login = watchScripts(page)
  await page.goto(`${app.url}/login`)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await login.kilobytes()).toBeLessThan(230)
  expect(login.names()).not.toMatch(/(dashboard|client|list)-page/)
  await insertClients(app, 1)
  await signIn(page, app, '/healthz')

  const second = await context.newPage()
  const scripts = watchScripts(second)
  await second.goto(`${app.url}/dashboard`)
  await expect(second.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  expect(await scripts.kilobytes()).toBeLessThan(230)
  expect(await scripts.compiledLate()).toEqual([])
  expect(scripts.names()).not.toMatch(/forms|(client|list|login|verify)-page|\w-dialog-(?!host)/)
  expect(scripts.plain).toEqual([])
})

test('sends at most 120 KB for the client’s page, readable after 60 KB', async ({ page, app }) => {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  line.on('Network.requestWillBeSent', ({ requestId, request }) =>
    names.set(requestId, new URL(request.url).pathname),
  )
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.set(names.get(requestId)!, encodedDataLength),
  )
  const total = (kind: RegExp) =>
    [...sent].reduce((sum, [name, bytes]) => sum + (kind.test(name) ? bytes : 0), 0) / 1024
  await page.goto(app.url + (await aLink(app)))
  await page.getByLabel('I Made Changes').check()
  await expect(page.getByLabel('City')).toBeVisible()
  await expect.poll(() => total(/places-/)).toBeGreaterThan(0)
  expect(total(/./)).toBeLessThan(120)
  expect(total(/^\/verify\/|\.css$|\/start-/)).toBeLessThan(60)
  expect([...sent.keys()].join()).not.toMatch(/inside|forms|woff/)
})

test('requests the session and a screen’s files with the page, all once', async ({ page, app }) => {
  await aLink(app)
  await signIn(page, app, '/healthz')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (path: RegExp) => asked.filter((name) => path.test(name)).length
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/inside-*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })

  await page.goto(`${app.url}/user-management/1`, { waitUntil: 'commit' })
  await expect.poll(() => times(/^\/api\/auth\/me$/)).toBe(1)
  await expect.poll(() => times(/client-page/)).toBe(1)
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.locator('main .shadow-panel')).toHaveCount(3)
  await expect(page.locator('main .shadow-panel').first()).toBeVisible()
  expect(times(/^\/api\/admin\/stats$/)).toBe(0)
  scripts.resolve()

  await expect(page.getByRole('heading', { name: 'Ana Lee' })).toBeVisible()
  await expect.poll(() => times(/^\/api\/admin\/stats$/)).toBe(1)
  expect(times(/^\/api\/auth\/me$/)).toBe(1)
  expect(times(/^\/api\/admin\/users\/1$/)).toBe(1)
  expect(times(/client-page/)).toBe(1)
})
