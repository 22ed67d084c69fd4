import { expect, onTestFinished, test } from 'vitest'
import { ADMIN, aClient } from '../../testing/make.ts'
import { openSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { ensureFirstAdmin } from './identity/administrators/operator.ts'

const stranger = { headers: { authorization: '' } }

test('health needs no sign-in', async () => {
  const { send } = await startTestApp()
  expect((await send('GET', '/healthz', stranger)).body).toEqual({ status: 'up' })
  expect((await send('GET', '/readyz', stranger)).body).toMatchObject({
    status: 'ready',
    database: 'up',
    disk: 'ok',
    mail: { running: true, provider: 'outbox', problem: null },
  })
})

test('readyz answers 503 until the first administrator can sign in', async () => {
  const { send, deps, config } = await startTestApp({ ADMIN_PASSWORD: ADMIN.password })
  const ready = async () => (await send('GET', '/readyz', stranger)).status
  await deps.db.deleteFrom('admins').execute()
  expect(await ready()).toBe(503)
  await ensureFirstAdmin(deps.db, config)
  expect(await ready()).toBe(200)
  const signedIn = await send('POST', '/api/auth/login', { ...stranger, payload: ADMIN })
  expect(signedIn.status).toBe(200)
})

test('readyz names no word of the mail server', async () => {
  const sink = await openSmtpSink({ refuseGreeting: () => '554 10.0.0.7 is on our list' })
  onTestFinished(() => sink.close())
  const { send, api, deps } = await startTestApp({ SMTP_URL: sink.url })
  await aClient(deps)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  expect((await api.get('/api/admin/stats')).body.mail.problem).toContain('10.0.0.7')
  const { status, body } = await send('GET', '/readyz', stranger)
  expect({ status, problem: body.mail.problem }).toEqual({
    status: 200,
    problem: 'No email is being sent.',
  })
})
