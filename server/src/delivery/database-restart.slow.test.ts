import { expect, onTestFinished, test } from 'vitest'
import { beginMailing, byRecipient, signIn, untilSent } from '../../../testing/mass-mailing.ts'
import { startCluster } from '../../../testing/own-cluster.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const CLIENTS = 3000
const CONNECTIONS = 5
const LIMIT_MS = 300_000

test('sends 3,000 mails once each while PostgreSQL crashes', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const cluster = await startCluster(temporaryFolder())
  onTestFinished(() => cluster.close())
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const server = await startProcess({
    ...(await processSettings()),
    DATABASE_URL: cluster.url,
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
    LOG_LEVEL: 'silent',
  })
  onTestFinished(() => server.kill())
  const as = await signIn(server)
  const mailingId = await beginMailing(server, as, CLIENTS)
  for (const [part, how] of [
    [0.2, 'fast'],
    [0.5, 'immediate'],
    [0.8, 'fast'],
  ] as const) {
    await expect
      .poll(() => sink.received.length, { timeout: LIMIT_MS })
      .toBeGreaterThan(CLIENTS * part)
    expect(sink.received.length).toBeLessThan(CLIENTS)
    await cluster.restart(how)
  }
  const mailing = await untilSent(server, as, mailingId, LIMIT_MS)
  expect(mailing).toMatchObject({ totalUsers: CLIENTS, emailsSent: CLIENTS, emailsFailed: 0 })
  expect(sink.received).toHaveLength(CLIENTS)
  expect(byRecipient(sink.received).size).toBe(CLIENTS)
  const accepted = `/api/admin/mailings/${mailingId}/messages?state=accepted`
  const answer = await server.call('GET', accepted, undefined, as)
  expect(await answer.json()).toMatchObject({ total: CLIENTS })
})
