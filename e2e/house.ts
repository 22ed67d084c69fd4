import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { startDatabaseServer } from '../server/src/testing/database-server.ts'
import { runOnServer, withDatabase } from '../server/src/testing/server-template.ts'
import { type ServerProcess, startProcess } from '../server/src/testing/start-process.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export interface House extends ServerProcess {
  /** The mails in the outbox. */
  outbox(): Promise<Email[]>
  /** The mails about accounts. */
  accountMails(): Promise<Email[]>
  /** Calls the API as the administrator, to bring about what a test starts from. */
  as(method: string, path: string, body?: object | FormData): Promise<Response>
  /** After a kill: on the same data and at the same address, with its clock `ahead` by milliseconds. */
  startAgain(options?: { ahead?: number }): Promise<void>
}

const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  FIRM_NAME: 'Harrow & Finch',
  FIRM_PHONE: '(617) 555-0140',
  TIME_ZONE: 'America/New_York',
}

/** A house stands for seconds: compiled once for all, and no further than need be, it costs a sixth less. */
const FLAGS = ['--liftoff-only']
const NODE_COMPILE_CACHE = path.join(tmpdir(), 'attest-compile-cache')

/** Loaded into a server before the product: it sets its clock. */
const CLOCK = path.resolve(import.meta.dirname, 'clock-ahead.mjs')

interface Fixtures {
  house: House
  /** Set beside the usual ones, by test.use. */
  settings: Record<string, string>
}

interface FreshData {
  folder: string
  /** Of the database server. */
  url: string
}

/** The database that a first start leaves behind. */
const FIRST = 'first_start'

/** What the browser says of a call that failed, and of a link in a preview that leads nowhere. */
const TOLD = /^(Failed to load|Blocked opening)/

/** The real product as a process of its own, with an empty list and mail into its outbox. */
export const test = base.extend<Fixtures, { freshData: FreshData }>({
  settings: [{}, { option: true }],
  // A page that throws, or breaks its content policy, fails its test.
  context: async ({ context }, use) => {
    const faults: string[] = []
    context.on('weberror', (thrown) => faults.push(String(thrown.error().stack)))
    context.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !TOLD.test(text)) faults.push(text)
    })
    await use(context)
    expect(faults).toEqual([])
  },
  // What a first start leaves behind: copying it takes a fraction of making another.
  freshData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'attest-e2e-'))
      const database = await startDatabaseServer()
      await runOnServer(database.url, `create database ${FIRST}`)
      const DATABASE_URL = withDatabase(database.url, FIRST)
      const env = { DATA_DIR: folder, DATABASE_URL, ...SETTINGS, NODE_COMPILE_CACHE }
      await (await startProcess(env, FLAGS)).stop()
      await use({ folder, url: database.url })
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  house: async ({ settings, freshData, context }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'attest-e2e-'))
    await cp(freshData.folder, folder, { recursive: true })
    const name = `house_${randomBytes(6).toString('hex')}`
    await runOnServer(freshData.url, `create database ${name} template ${FIRST}`)
    const DATABASE_URL = withDatabase(freshData.url, name)
    const env = { DATA_DIR: folder, DATABASE_URL, ...SETTINGS, ...settings, NODE_COMPILE_CACHE }
    const server = await startProcess(env, FLAGS)
    let running: ServerProcess = server
    const answer = await server.call('POST', '/api/auth/login', ADMIN)
    const { token } = (await answer.json()) as { token: string }
    await use({
      ...server,
      kill: () => running.kill(),
      async startAgain({ ahead = 0 } = {}) {
        const clock = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(ahead) }
        running = await startProcess({ ...env, ...clock, PORT: new URL(server.url).port }, FLAGS)
      },
      as: (method, route, body) =>
        server.call(method, route, body, { authorization: `Bearer ${token}` }),
      outbox: () => readOutbox(path.join(folder, 'outbox')),
      accountMails: () => readOutbox(path.join(folder, 'account-mails')),
    })
    await leave(context)
    await running.kill()
    await runOnServer(freshData.url, `drop database ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  },
})

/**
 * Before the server goes: a call that a test still holds back or alters would fail it then, and a browser
 * that it opened beside its own would go on asking.
 */
async function leave(own: BrowserContext) {
  for (const context of own.browser()!.contexts()) {
    for (const each of [context, ...context.pages()]) {
      await each.unrouteAll({ behavior: 'ignoreErrors' })
    }
    if (context !== own) await context.close()
  }
}

async function readOutbox(folder: string): Promise<Email[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  )
}

/** The path of the link in a mail. */
export const linkIn = (mail: Email): string => /\/verify\/[\w-]+/.exec(mail.text ?? '')![0]

/** The first step, in the form that stands on the page. */
export async function giveCredentials(page: Page, who = ADMIN): Promise<void> {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signIn(page: Page, { url }: House, who = ADMIN): Promise<void> {
  await page.goto(`${url}/login`)
  await giveCredentials(page, who)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** On the server alone: the page has yet to hear of it. */
export const endSession = (page: Page) =>
  page.evaluate(() =>
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('attest.token')}` },
    }),
  )

/**
 * To the list; the dashboard one comes from has a table of the same kind, and hears by itself of a session's end,
 * before anything there is pressed.
 */
export async function openUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
}

/** A toast by its title or its text; screen readers are told it a second time. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

/** The one toast that stands, its title and its text in one line. */
export const notification = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** That just this is told, in green or in red. */
export async function tells(page: Page, told: string, tone: 'success' | 'failure' = 'success') {
  await expect(notification(page)).toHaveText(told, { useInnerText: true })
  await expect(notification(page)).toHaveClass(tone === 'failure' ? /border-danger/ : /border-line/)
}

/** Adds a client by hand and gives its id; the mail that it is sent goes out meanwhile. */
export async function addClient(house: House, n: number, over: object = {}): Promise<number> {
  const answer = await house.as('POST', '/api/admin/users', {
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

/** Fills the dialog Create User; gives what it wrote where. */
export async function fillNewUser(dialog: Locator): Promise<typeof NEW_USER> {
  for (const [label, value] of Object.entries(NEW_USER)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('State').selectOption('Massachusetts')
  return NEW_USER
}

/** The fixtures are lists that real spreadsheet programs wrote. */
export const fixture = (name: string): string =>
  path.resolve(import.meta.dirname, '../server/src/imports/sheet/fixtures', name)

export async function importQuietly(house: House, name: string): Promise<void> {
  await importText(house, name, await readFile(fixture(name)))
}

export async function importText(house: House, name: string, text: BlobPart): Promise<void> {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', new File([text], name))
  await house.as('POST', '/api/admin/import', form)
}

/** As a hand drops files from a folder onto the page. */
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
