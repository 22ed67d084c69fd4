// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { beginMailing, byRecipient, signIn, untilSent } from '../../../testing/mass-mailing.ts'
import { CONNECTIONS, startProcesses } from '../../../testing/start-processes.ts'

const LIMIT_MS = 120_000
const CLIENTS = 400

test('shares a mailing between processes and mails nobody twice', {
  timeout: LIMIT_MS,
}, async () => {
  const { sink, open, server } = await startProcesses()
  await open()
  const as = await signIn(server)
  const mailing = await untilSent(server, as, await beginMailing(server, as, CLIENTS), LIMIT_MS)
  expect(mailing).toMatchObject({ emailsSent: CLIENTS, emailsInDoubt: 0 })
  expect(sink.received).toHaveLength(CLIENTS)
  expect(byRecipient(sink.received).size).toBe(CLIENTS)
  expect(sink.mostConnections).toBe(2 * CONNECTIONS)
})

/** Ends every connection and accepts no new one for a while, like a restarting server. */
async function restartDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: url.replace(`/${name}`, '/postgres') })
  await admin.connect()
  await admin.query(`alter database "${name}" allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await sleep(1500)
  await admin.query(`alter database "${name}" allow_connections true`)
  await admin.end()
}

test('loses no mail when the database restarts', {
  timeout: LIMIT_MS,
}, async () => {
  const { sink, settings, server } = await startProcesses()
  const as = await signIn(server)
  const mailingId = await beginMailing(server, as, CLIENTS)
  await expect.poll(() => sink.received.length).toBeGreaterThan(CLIENTS / 10)
  expect(sink.received.length).toBeLessThan(CLIENTS)
  await restartDatabase(settings.DATABASE_URL)
  const mailing = await untilSent(server, as, mailingId, LIMIT_MS)
  expect(mailing).toMatchObject({ emailsSent: CLIENTS, emailsFailed: 0 })
  const mailed = byRecipient(sink.received)
  expect(mailed.size).toBe(CLIENTS)
  expect(sink.received.length - CLIENTS).toBe(0)
  for (const each of mailed.values()) {
    expect(new Set(each.map(({ mail }) => mail.messageId)).size).toBe(1)
  }
})
