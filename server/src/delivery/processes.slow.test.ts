import { expect, test } from 'vitest'
import { beginMailing, byRecipient, signIn, untilSent } from '../../../testing/mass-mailing.ts'
import { CONNECTIONS, startProcesses } from '../../../testing/start-processes.ts'

/** The killed process's claims wait for their leases to expire. */
const LIMIT_MS = 240_000
const CLIENTS = 1000

test('sends the rest after another process was killed', {
  timeout: LIMIT_MS,
}, async () => {
  const { sink, open, server } = await startProcesses()
  const other = await open()
  const as = await signIn(server)
  const mailingId = await beginMailing(server, as, CLIENTS)
  await expect.poll(() => sink.received.length, { timeout: 30_000 }).toBeGreaterThan(CLIENTS / 10)
  expect(sink.received.length).toBeLessThan(CLIENTS)
  await other.kill()
  const mailing = await untilSent(server, as, mailingId, LIMIT_MS)
  const mailed = byRecipient(sink.received)
  expect(mailed.size).toBe(CLIENTS)
  expect(mailing).toMatchObject({ emailsSent: CLIENTS, emailsFailed: 0 })
  const twice = [...mailed.values()].filter((mails) => mails.length > 1)
  expect(twice.length).toBeLessThanOrEqual(CONNECTIONS)
  expect(mailing.emailsInDoubt).toBeGreaterThanOrEqual(twice.length)
  for (const mails of twice) {
    expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(1)
  }
})
