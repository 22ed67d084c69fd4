import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import type { ServerProcess } from '../testing/start-process.ts'
import { keepIntercepting } from './interception.ts'
import { insertSavedClients } from './saved-clients.ts'
import { ADMIN, fixture } from './settings.ts'
import { test as base } from './worker.ts'

export { ADMIN, fixture }

export interface App extends ServerProcess {
  /** The token of the session that `signIn` and `as` share. */
  token: string
  outbox(): Promise<Email[]>
  accountMails(): Promise<Email[]>
  /** Calls the API as the administrator, to prepare a test. */
  as(method: string, path: string, body?: object | FormData): Promise<Response>
  /** Starts a killed server on the same data and address, with the clock `ahead` by milliseconds. */
  startAgain(options?: { ahead?: number }): Promise<void>
  /** Makes changes that only time would make. */
  sql(statement: string): Promise<void>
  /** Returns false if the list is not empty. */
  insertClients(count: number): Promise<boolean>
}

interface Fixtures {
  app: App
  /** Settings of the server, added to the usual ones. */
  settings: Record<string, string>
  /** Whether the test needs a server that no other test has used. */
  ownServer: boolean
}

/** Expected console errors: failed calls, and links in previews that open nothing. */
const BROWSER_NOISE = /^(Failed to load|Blocked opening)/

let callers = 0

/** An address that no other test of the run calls from. */
const newAddress = (worker: number) => `10.${worker % 256}.${++callers >> 8}.${callers & 255}`

/** The real product as a process, with an empty list. Mail goes to its outbox. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  ownServer: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  extraHTTPHeaders: async ({}, use, { workerIndex }) =>
    use({ 'x-forwarded-for': newAddress(workerIndex) }),
  // A page that throws, or breaks its content policy, fails its test.
  context: async ({ context }, use, info) => {
    const faults: string[] = []
    context.on('weberror', (thrown) => faults.push(String(thrown.error().stack)))
    context.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !BROWSER_NOISE.test(text)) faults.push(text)
    })
    keepIntercepting(context)
    await use(context)
    if (info.status !== info.expectedStatus) await takePictures(context, info)
    expect(faults).toEqual([])
  },
  app: async ({ settings, ownServer, servers, extraHTTPHeaders, context }, use) => {
    const server = await servers.take(settings, ownServer)
    const call: ServerProcess['call'] = (method, route, body, headers) =>
      server.call(method, route, body, { ...extraHTTPHeaders, ...headers })
    const authorization = `Bearer ${server.token}`
    await use({
      ...server,
      call,
      as: (method, route, body) => call(method, route, body, { authorization }),
      sql: async (statement) => void (await sql.raw(statement).execute(server.db)),
      insertClients: (count) => insertSavedClients(server.db, count),
      outbox: () => readMails(path.join(server.folder, 'outbox')),
      accountMails: () => readMails(path.join(server.folder, 'account-mails')),
    })
    await leave(context)
  },
})

async function takePictures(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const [n, page] of context.pages().entries()) {
    await page.screenshot({ path: info.outputPath(`failed-${n + 1}.png`) })
  }
}

/**
 * Ends a test's routes and extra browsers. Call it before another test gets the server: a held or altered call would
 * fail that test, and an extra browser would keep sending calls.
 */
async function leave(own: BrowserContext) {
  for (const context of own.browser()!.contexts()) {
    for (const each of [context, ...context.pages()]) {
      await each.unrouteAll({ behavior: 'ignoreErrors' })
    }
    if (context !== own) await context.close()
  }
}

async function readMails(folder: string): Promise<Email[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  )
}

/** The path of the link in a mail. */
export const linkIn = (mail: Email): string => /\/verify\/[\w-]+/.exec(mail.text ?? '')![0]

/** Confirms the details of the client, by the link of the newest mail to `email`. */
export async function answer(app: App, email: string): Promise<void> {
  let mail: Email | undefined
  await expect(async () => {
    mail = (await app.outbox()).find(({ to }) => to?.[0]?.address === email)
    expect(mail).toBeDefined()
  }).toPass()
  const url = `/api${linkIn(mail!)}`
  const details = (await (await app.call('GET', url)).json()) as object
  await app.call('POST', url, { ...details, action: 'confirm' })
}

/** Fills the sign-in form on the page. */
export async function giveCredentials(page: Page, who = ADMIN): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign In', exact: true })
  const form = page.locator('form').filter({ has: button })
  await form.getByLabel('Email').fill(who.email)
  await form.getByLabel('Password', { exact: true }).fill(who.password)
  await button.click()
}

/** Opens a page signed in, without the form. */
export async function signIn(page: Page, { url, token }: App, path = '/dashboard'): Promise<void> {
  const storing = await page.addInitScript((entry) => {
    // The frame of a preview has no storage.
    if (window === window.top) localStorage.setItem('attest.token', entry)
  }, token)
  await page.goto(url + path)
  await storing.dispose()
  if (path === '/dashboard') {
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  }
}

/** Like `signIn`, but in a new session. */
export async function signInSeparately(page: Page, app: App, path?: string): Promise<void> {
  const answer = await page.request.post(`${app.url}/api/auth/login`, { data: ADMIN })
  const { token } = (await answer.json()) as { token: string }
  await signIn(page, { ...app, token }, path)
}

/** Ends the session on the server, which the page does not notice yet. */
export const endSession = (page: Page) =>
  page.evaluate(() =>
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('attest.token')}` },
    }),
  )

/** Leaves the dashboard, as its live stream would notice the end of a session before any press. */
export async function openUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Clients/ }).click()
  await page.getByRole('heading', { name: 'Clients', exact: true }).waitFor()
}

/** Opens a client's page from the list and types a first name without saving. */
export async function editClient(page: Page, app: App) {
  await insertClients(app, 3)
  await signIn(page, app, '/user-management')
  await page.getByRole('row').nth(2).click()
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('First Name').fill('Zora')
}

/** A toast by its title or text. The first of two, as screen readers have a copy. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

/** Shown when the reply to a resend is lost. */
export const UNCONFIRMED =
  'The server did not confirm the email, so it may have been sent. Press the button once more: the client gets it only once.'

/** The one toast on screen. */
export const notification = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** The button of a bulk email, which shows the number. */
export const SEND_EMAILS = /^Send .*Emails?$/

/** Lets a bulk email include clients who have just been emailed. */
export const leaveOutNobody = (within: Page | Locator) =>
  within.getByLabel(/^Leave out .* emailed in the last 24 hours/).uncheck()

/** Replaces the spec's text while no mail server is set. */
export const written = (what: string) =>
  `${what} kept in the outbox Nobody gets it: no email leaves this server yet. Set up a mail server in Settings.`

/** Matches line breaks of the toast as spaces. */
const literal = (text: string) =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')

/** Waits for exactly this toast, green or red. */
export async function showsToast(
  page: Page,
  shown: string,
  tone: 'success' | 'failure' = 'success',
) {
  const words = new RegExp(`^${literal(shown)}\\s*$`)
  // Waits first: while there is no element, `expect` reads the whole page at each try for its report.
  await notification(page).first().waitFor()
  await expect(notification(page)).toHaveText(words, { useInnerText: true })
  await expect(notification(page)).toHaveClass(tone === 'failure' ? /border-danger/ : /border-line/)
}

/** Adds a client and returns its id; its email leaves meanwhile. */
export async function addClient(app: App, n: number, over: object = {}): Promise<number> {
  const answer = await app.as('POST', '/api/admin/users', {
    first_name: 'Ana',
    last_name: `Lee ${n}`,
    email: `ana${n}@example.com`,
    phone_number: '(617) 555-0101',
    client_number: `A${n}`,
    address: '12 Beacon Street',
    city: 'Boston',
    state: 'MA',
    zip_code: '02134',
    ...over,
  })
  return ((await answer.json()) as { id: number }).id
}

const NEW_USER = {
  'First Name': 'Ida',
  'Last Name': 'Lee',
  Email: 'ida@example.com',
  'Client Number': 'I-1',
  'Phone Number': '617 555 0101',
  Address: '1 Elm St',
  City: 'Salem',
  'Zip Code': '01970',
}

/** Fills the dialog Create User; returns the values by label. */
export async function fillNewUser(dialog: Locator): Promise<typeof NEW_USER> {
  for (const [label, value] of Object.entries(NEW_USER)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('State').selectOption('Massachusetts')
  return NEW_USER
}

/** Inserts the first clients of clients-500.csv, as if imported without emails. */
export async function insertClients(app: App, count = 500): Promise<void> {
  if (await app.insertClients(count)) return
  await importText(app, 'clients-500.csv', await readFile(fixture('clients-500.csv')))
}

export async function importText(app: App, name: string, text: BlobPart): Promise<void> {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', new File([text], name))
  expect((await app.as('POST', '/api/admin/import', form)).status).toBe(200)
}

/** Drops files onto the page like a hand would. */
export async function drop(page: Page, target: Locator, files: { name: string; text: string }[]) {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, text } of dropped) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer })
  }
}
