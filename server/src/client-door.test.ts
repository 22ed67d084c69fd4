import { expect, test } from 'vitest'
import { describedCalls } from '../../testing/described-calls.ts'
import { aClient, aLink } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { readScreens } from './http/web.ts'

const DOORS = { VERIFY_URL: 'https://verify.attest.test', VERIFY_PORT: '0' }

async function start() {
  const app = await startTestApp(DOORS)
  const knock = (method: 'GET' | 'POST', url: string, headers = {}) =>
    app.clientDoor!.inject({
      method,
      url,
      headers: { authorization: `Bearer ${app.token}`, ...headers },
    })
  const client = await aClient(app.deps)
  const link = `/verify/${await aLink(app.deps, client)}`
  return { ...app, knock, link }
}

/** The only calls that the client's page needs. */
const OWN = [
  'GET /api/verify/:token',
  'POST /api/verify/:token',
  'POST /api/code',
  'POST /api/verify/:token/new-link',
  'POST /api/verify/:token/not-for-me',
  'POST /api/verify/:token/opened',
  'POST /api/confirm-email/:token',
  'POST /api/not-me/:token',
]

test('the clients’ listener serves only their calls of the contract', async () => {
  const { clientDoor } = await start()
  const served = []
  for (const { method, path } of await describedCalls()) {
    const url = path.replace(/:\w+/g, '1')
    const { statusCode, body } = await clientDoor!.inject({ method, url, payload: {} })
    const isUnknown = statusCode === 404 && JSON.parse(body).message === 'Page not found'
    if (!isUnknown) served.push(`${method} ${path}`)
  }
  expect(served.sort()).toEqual([...OWN].sort())
})

test.each([
  ...Object.keys(await readScreens()),
  '/auth/v1/settings',
  '/auth/v1/.well-known/jwks.json',
  '/metrics',
  '/readyz',
  '//api/admin/users',
  '/api%2Fadmin%2Fusers',
  '/%61pi/admin/users',
  '/verify/../api/admin/users',
  '/assets/..%2fscreens.json',
  '/index.html',
])('the clients’ listener answers %s with 404', async (url) => {
  const { knock } = await start()
  for (const host of ['attest.test', 'verify.attest.test'])
    expect((await knock('GET', url, { host })).statusCode).toBe(404)
})

test('the clients’ listener serves their page, its assets and /healthz', async () => {
  const { knock, link } = await start()
  expect((await knock('GET', '/healthz')).json()).toEqual({ status: 'up' })
  const { statusCode, body } = await knock('GET', link)
  expect(statusCode).toBe(200)
  const files = new Set([...body.matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file))
  expect(files.size).toBeGreaterThan(2)
  for (const file of files) expect((await knock('GET', file)).statusCode).toBe(200)
})

test('the clients’ listener serves no script of the administrators', async () => {
  const { app, knock } = await start()
  const page = (await app.inject({ url: '/login' })).body
  const scripts = [...page.matchAll(/\/assets\/[\w-]+\.js/g)].map(([file]) => file)
  const main = scripts.find((file) => file.startsWith('/assets/index-'))!
  expect((await app.inject({ url: main })).statusCode).toBe(200)
  expect((await knock('GET', main)).statusCode).toBe(404)
})

test('letters link to the clients’ listener, and old links redirect there', async () => {
  const { api, deps, app, link } = await start()
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { body } = await api.get('/api/admin/outbox')
  const mail = await api.get(`/api/admin/outbox/${body.mails[0].id}`)
  expect(mail.body.text).toContain('https://verify.attest.test/verify/')
  expect(deps.config.PUBLIC_URL).toBe('https://attest.test')
  const old = await app.inject({ url: `${link}?lang=es` })
  expect(old.statusCode).toBe(302)
  expect(old.headers.location).toBe(`https://verify.attest.test${link}?lang=es`)
})

test('a client answers through the clients’ listener', async () => {
  const { clientDoor, link, deps } = await start()
  const url = `/api${link}`
  const shown = (await clientDoor!.inject({ url })).json()
  const payload = { ...shown, action: 'confirm' }
  const answered = await clientDoor!.inject({ method: 'POST', url, payload })
  expect(answered.statusCode).toBe(200)
  const { status } = await deps.db.selectFrom('clients').select('status').executeTakeFirstOrThrow()
  expect(status).toBe('confirmed')
})
