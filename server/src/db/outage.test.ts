// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../../../testing/database-proxy.ts'
import { ADMIN } from '../../../testing/make.ts'
import { signIn } from '../../../testing/mass-mailing.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { type ServerProcess, startProcess } from '../../../testing/start-process.ts'

const LIMIT_MS = 10_000
const MESSAGE = 'The database does not answer just now. Please try again in a minute.'

let database: DatabaseProxy
let server: ServerProcess
let headers: { authorization: string }

beforeEach(async () => {
  const settings = await processSettings()
  database = await startDatabaseProxy(settings.DATABASE_URL)
  const env = { ...settings, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
  server = await startProcess(env)
  onTestFinished(() => server.kill())
  headers = await signIn(server)
})

const CALLS = [
  ['GET', '/api/auth/me'],
  ['GET', '/api/admin/users'],
  ['POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' }],
  ['POST', '/api/auth/login', ADMIN],
  ['GET', `/api/verify/${'x'.repeat(43)}`],
  ['POST', '/auth/v1/token?grant_type=password', ADMIN],
] as const

const ask = () =>
  Promise.all(
    CALLS.map(async ([method, path, body]) => {
      const began = performance.now()
      const answer = await server.call(
        method,
        path,
        body,
        path.includes('admin') || path.endsWith('/me') ? headers : {},
      )
      const { message, msg } = (await answer.json()) as { message?: string; msg?: string }
      const inTime = performance.now() - began < LIMIT_MS
      return { path, status: answer.status, message: message ?? msg, inTime }
    }),
  )

const unavailable = CALLS.map(([, path]) => ({ path, status: 503, message: MESSAGE, inTime: true }))

const isBack = async () => (await server.call('GET', '/api/auth/me', undefined, headers)).status

test.each(['silence', 'refuse'] as const)(
  '%s from the database gives 503 within ten seconds, then recovery',
  async (state) => {
    database[state]()
    expect(await ask()).toEqual(unavailable)
    expect(await (await server.call('GET', '/readyz')).json()).toMatchObject({ database: 'down' })
    // The pool has given up every connection by now.
    expect(await ask()).toEqual(unavailable)
    database.recover()
    await expect.poll(isBack).toBe(200)
  },
)

/** By then the bulk pool has closed its idle connection, on which a statement would wait for minutes once dead. */
const START_ENDS_MS = 1_500

test('uses new connections after a failover', async () => {
  await sleep(START_ENDS_MS)
  database.failOver()
  await ask()
  expect((await ask()).filter(({ status }) => status === 503)).toEqual([])
})
