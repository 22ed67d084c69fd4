import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/start-test-app.ts'

const MAILBOX = '/api/admin/settings/mailbox'
const DIRECTORY = '0b6f2a4e-1111-4222-8333-123456789abc'
const server = {
  host: 'imap.firm.test',
  port: 993,
  security: 'tls',
  user: 'office@firm.test',
  password: 'a secret password',
}
const microsoft = { tenant: DIRECTORY, application: 'an id', secret: 'a secret of the app' }

async function aStored() {
  const app = await startTestApp()
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const put = (body: object) => app.api.put(MAILBOX, { anyway: true, ...body })
  const stored = await put({ server, microsoft })
  return { ...app, put, stored }
}

test('stores mailbox and application sealed, and reveals no secret', async () => {
  const { stored, config, deps, api } = await aStored()
  expect(stored.status).toBe(200)
  expect(config.IMAP_URL).toBe(
    'imaps://office%40firm.test:a%20secret%20password@imap.firm.test:993',
  )
  expect(config.MAIL_OAUTH_URL).toContain(`login.microsoftonline.com/${DIRECTORY}/v2.0`)
  const { body } = await api.get('/api/admin/settings')
  expect(body.mailbox).toMatchObject({
    host: { value: 'imap.firm.test' },
    password: { value: null },
    tenant: { value: DIRECTORY },
    secret: { value: null },
  })
  const rows = JSON.stringify(await deps.db.selectFrom('settings').selectAll().execute())
  for (const text of [JSON.stringify(body), rows]) expect(text).not.toContain('a secret')
})

test('uses a stored password only with its server and user', async () => {
  const { put, config } = await aStored()
  const { password: _, ...known } = server
  expect((await put({ server: known })).status).toBe(200)
  expect(config.IMAP_URL).toContain('a%20secret%20password@')
  for (const other of [{ host: 'evil.test' }, { user: 'other@firm.test' }, { security: 'none' }])
    expect((await put({ server: { ...known, ...other } })).body.fields).toEqual({
      'server.password': 'Please enter the password',
    })
})

test('uses a stored secret only with its directory and application', async () => {
  const { put } = await aStored()
  const { secret: _, ...known } = microsoft
  expect((await put({ microsoft: known })).status).toBe(200)
  const other = { ...known, tenant: 'https://evil.test/v2.0' }
  expect((await put({ microsoft: other })).body.fields).toEqual({
    'microsoft.secret': 'Please enter the secret',
  })
})

test.each([
  [{ host: 'imap.firm.test' }, 'server.host'],
  [{ host: 'outlook.office365.com.evil.test' }, 'server.host'],
  [{ host: 'outlook.office365.com', security: 'none' }, 'server.security'],
  [{ host: 'outlook.office365.com', user: null }, 'server.user'],
])('sends the application’s token to no other server: %o', async (changed, field) => {
  const { put } = await aStored()
  const typed = { ...server, password: undefined, signIn: 'microsoft', ...changed }
  expect(Object.keys((await put({ server: typed })).body.fields)).toEqual([field])
})

test('refuses an unusable mailbox, and stops reading a removed one', async () => {
  const { api, put, config } = await aStored()
  const local = { ...server, host: '127.0.0.1', port: 1, security: 'none' }
  const refused = await api.put(MAILBOX, { server: local })
  expect(refused).toMatchObject({ status: 422, body: { code: 'mail_check_failed' } })
  expect(config.IMAP_URL).toContain('imap.firm.test')
  await put({ server: null })
  expect(config.IMAP_URL).toBeUndefined()
})
