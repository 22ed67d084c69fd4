import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { aClient } from './make.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

export const BULK = '/api/admin/bulk-send-emails'
export const MINUTE_MS = 60_000

type SinkOptions = Parameters<typeof openSmtpSink>[0]

/** Starts the product with a real mail server that fails on demand. */
export async function startWithSmtp(options: SinkOptions = {}, settings = {}) {
  const sink = await openSmtpSink(options)
  onTestFinished(() => sink.close())
  return { ...(await startTestApp({ SMTP_URL: sink.url, ...settings })), sink }
}

export const addClients = async ({ deps }: Pick<TestApp, 'deps'>, count: number) => {
  for (let n = 0; n < count; n++) await aClient(deps, { email: `c${n}@example.com` })
}

/** Starts a bulk send to all without waiting for its end. */
export const begin = ({ send }: Pick<TestApp, 'send'>) =>
  send('POST', BULK, { payload: { statusFilter: 'all' }, headers: { prefer: 'respond-async' } })

export const mailing = async ({ api }: Pick<TestApp, 'api'>) =>
  (await api.get('/api/admin/mailings/1')).body

export const messageTo = ({ deps }: Pick<TestApp, 'deps'>, email: string) =>
  deps.db.selectFrom('messages').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

/** Moves the clock in steps, and waits while an email is in flight, as its lease would expire. */
export async function pass({ clock, deps }: Pick<TestApp, 'clock' | 'deps'>, ms: number) {
  const inFlight = () =>
    deps.db.selectFrom('messages').select('id').where('state', '=', 'sending').executeTakeFirst()
  while (await inFlight()) await sleep(5)
  clock.ahead += ms
  deps.sender.wake()
}
