import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const rounds = '/api/admin/rounds'
const _users = '/api/admin/users'

const bulk = ({ api }: TestApp) => api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })

test('lists outstanding clients, those unreachable by email first', async () => {
  const sink = await openSmtpSink({
    refuse: (to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined),
  })
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  const { api, deps } = app
  await aClient(deps, { first_name: 'Ada', last_name: 'Asked' })
  const failed = await aClient(deps, { last_name: 'Failed', email: 'gone@example.com' })
  await aClient(deps, { last_name: 'Nowhere', email: '' })
  await bulk(app)

  const { body } = await api.get(`${rounds}/1/outstanding`)
  expect(body.total).toBe(3)
  expect(body.clients.map(({ reason }: { reason: string }) => reason)).toEqual([
    'failed',
    'no_address',
    'asked',
  ])
  expect(body.clients[0]).toMatchObject({
    client_id: failed.id,
    name: 'Esperanza Failed',
    city: 'Boston',
    error: expect.stringContaining('address'),
    calls: [],
  })
  const of = async (query: string) => (await api.get(`${rounds}/1/outstanding?${query}`)).body
  expect(await of('reason=unreachable')).toMatchObject({ total: 2 })
  expect(await of('reason=asked&search=ADA')).toMatchObject({ total: 1 })
  expect(await of('search=%C3%81da+Asked,+(656)+555-2176')).toMatchObject({ total: 1 })
  expect(await of('reason=asked&search=nobody')).toEqual({ clients: [], total: 0 })
  expect(await of('limit=1&page=2')).toMatchObject({
    total: 3,
    clients: [{ reason: 'no_address' }],
  })
})
