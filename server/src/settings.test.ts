import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { readConfig, senderOf } from './config.ts'
import { applySettings } from './settings.ts'

const FIRM = '/api/admin/settings/firm'

const settings = async ({ api }: TestApp) => (await api.get('/api/admin/settings')).body

test('pages, letters and the sender show the firm’s name from the office', async () => {
  const app = await startTestApp()
  expect(await settings(app)).toMatchObject({
    firm: {
      name: { value: 'Attest', setBy: 'default', variable: 'FIRM_NAME' },
      phone: { value: null, setBy: 'default', variable: 'FIRM_PHONE' },
    },
    saved: { firm: null, email: null },
  })
  const body = { name: ' Hale  & Partners ', phone: '(617) 555-0140' }
  const { body: saved } = await app.api.put(FIRM, body)
  expect(saved.firm).toMatchObject({
    name: { value: 'Hale & Partners', setBy: 'office' },
    phone: { value: '(617) 555-0140', setBy: 'office' },
  })
  expect(senderOf(app.config).name).toBe('Hale & Partners')
  expect((await app.api.get('/login')).body).toContain('"name":"Hale & Partners"')
  const { body: template } = await app.api.get('/api/admin/email-templates/GeneralClients')
  expect(JSON.stringify(template)).toContain('Hale & Partners')
  const { body: log } = await app.api.get('/api/security-log')
  expect(log.entries[0]).toMatchObject({
    event: 'settings-changed',
    detail: 'firm’s name: Hale & Partners, firm’s phone: (617) 555-0140',
  })
})

test('another process follows a change of settings', async () => {
  const { api, deps } = await startTestApp()
  await api.put(FIRM, { name: 'Hale', phone: '617-555-0140' })
  const config = readConfig({})
  await applySettings({ ...deps, config })
  expect(config).toMatchObject({ FIRM_NAME: 'Hale', FIRM_PHONE: '617-555-0140' })
  await api.put(FIRM, { name: 'Hale', phone: null })
  await applySettings({ ...deps, config })
  expect(config.FIRM_PHONE).toBeUndefined()
})

test('a process with outdated settings overwrites nothing', async () => {
  const { api, config } = await startTestApp()
  await api.put(FIRM, { name: 'Hale', phone: '617-555-0140' })
  // The name from before another process changed it.
  config.FIRM_NAME = 'Harrow'
  const { body } = await api.put(FIRM, { name: 'Harrow' })
  expect(body.firm.name.value).toBe('Harrow')
})

test('the environment takes precedence', async () => {
  const app = await startTestApp({ FIRM_NAME: 'Harrow' })
  expect((await settings(app)).firm.name).toMatchObject({ value: 'Harrow', setBy: 'server' })
  expect(await app.api.put(FIRM, { name: 'Hale' })).toMatchObject({
    status: 400,
    body: { message: 'Set on the server by FIRM_NAME' },
  })
  const { body } = await app.api.put(FIRM, { name: 'Harrow', phone: '617-555-0140' })
  expect(body.firm.phone).toMatchObject({ value: '617-555-0140', setBy: 'office' })
})

test('the second of two administrators who save at once gets 409', async () => {
  const app = await startTestApp()
  const { saved } = await settings(app)
  const first = await app.api.put(FIRM, { name: 'Hale', saved: saved.firm })
  expect(first.status).toBe(200)
  const repeated = await app.api.put(FIRM, { name: 'Hale', saved: saved.firm })
  expect(repeated.status).toBe(200)
  expect(await app.api.put(FIRM, { name: 'Harrow', saved: saved.firm })).toMatchObject({
    status: 409,
    body: { code: 'settings_changed' },
  })
  expect((await settings(app)).firm.name.value).toBe('Hale')
  const again = { name: 'Harrow', phone: '617-555-0140', saved: repeated.body.saved.firm }
  expect((await app.api.put(FIRM, again)).status).toBe(200)
  // A dialog saves only the firm's name.
  const { body } = await app.api.put(FIRM, { name: 'Hale & Partners' })
  expect(body.firm.phone.value).toBe('617-555-0140')
})

test.each([
  [{ name: ' ' }, { name: 'Please name the firm' }],
  [{ name: 'Hale', phone: '123' }, { phone: '“123” is not a phone number' }],
])('refuses %j', async (body, fields) => {
  const { api } = await startTestApp()
  expect(await api.put(FIRM, body)).toMatchObject({ status: 400, body: { fields } })
})

test('refuses to remove what the environment sets', async () => {
  const { api } = await startTestApp({ METRICS_TOKEN: 'a token of the server' })
  await api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const refused = await api.delete('/api/admin/settings/metrics-token')
  expect(refused.body.message).toBe('Set on the server by METRICS_TOKEN')
})

test('shows a server of the environment whose password has a bare %', async () => {
  const { api } = await startTestApp({ SMTP_URL: 'smtp://user:10%@smtp.hale.test:2525' })
  const { body } = await api.get('/api/admin/settings')
  expect(body.email.host.value).toBe('smtp.hale.test')
})
