import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aClient } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const read = ({ send }: Pick<TestApp, 'send'>, token: string) =>
  send('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })

const SETTING = '/api/admin/settings/metrics-token'

/** Starts the product, signed in with a fresh proof of identity. */
async function start(settings = {}) {
  const app = await startTestApp(settings)
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  return app
}

test('metrics need a token that the office has set', async () => {
  const app = await start()
  expect((await read(app, 'anything')).status).toBe(404)
  const { body } = await app.api.post(SETTING)
  expect(body.settings.security.metricsToken).toEqual({
    value: null,
    setBy: 'office',
    variable: 'METRICS_TOKEN',
  })
  expect((await read(app, 'another')).status).toBe(401)
  expect((await read(app, app.token)).status).toBe(401)
  expect((await read(app, body.token)).status).toBe(200)
  await app.api.delete(SETTING)
  expect((await read(app, body.token)).status).toBe(404)
})

test('the metrics count calls by route, and never name a link', async () => {
  const app = await start({ METRICS_TOKEN: 'a token of the server' })
  const token = 'x'.repeat(43)
  await app.api.get(`/api/verify/${token}`)
  await aClient(app.deps)
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { body } = await read(app, 'a token of the server')
  expect(body).toContain(
    'attest_http_requests_total{method="GET",route="/api/verify/:token",status="404"} 1',
  )
  expect(body).not.toContain(token)
  expect(body).toMatch(/^attest_mail_queue_messages 0$/m)
  expect(body).toMatch(/^attest_mail_circuit_open 0$/m)
  expect(body).toMatch(/^attest_database_connections\{state="active"\} \d+$/m)
  expect(body).toMatch(/^attest_backup_age_seconds -1$/m)
})

test('each rule of docs/alerts.yml reads an existing metric', async () => {
  const app = await start({ METRICS_TOKEN: 'a token of the server' })
  await app.api.get('/healthz')
  const { body } = await read(app, 'a token of the server')
  const rules = readFileSync(path.resolve(import.meta.dirname, '../../docs/alerts.yml'), 'utf8')
  const names = new Set(rules.match(/\b(attest|nodejs)_\w+/g))
  expect(names.size).toBeGreaterThan(5)
  for (const name of names) expect(body).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})
