import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@attest/contract/imports'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabaseProxy } from '../../../testing/database-proxy.ts'
import { byRecipient, sheetOf, signIn } from '../../../testing/mass-mailing.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startProcess } from '../../../testing/start-process.ts'

/** Two of the import's batches. */
const CLIENTS = 2000
const CONNECTIONS = 5
const OUTAGE_MS = 12_000

test('continues an import and its mailing after each kind of outage', {
  timeout: 300_000,
}, async () => {
  // Run at the same time, since each mostly waits.
  await Promise.all((['silence', 'refuse', 'failOver'] as const).map(surviveOutage))
})

async function surviveOutage(outage: 'silence' | 'refuse' | 'failOver') {
  const sink = await openSmtpSink({ slow: 5 })
  onTestFinished(() => sink.close())
  const settings = await processSettings()
  const database = await startDatabaseProxy(settings.DATABASE_URL)
  const server = await startProcess({
    ...settings,
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
    LOG_LEVEL: 'silent',
  })
  onTestFinished(() => server.kill())
  const headers = await signIn(server)
  const importId = randomUUID()
  const form = new FormData()
  form.set('importId', importId)
  form.set('file', sheetOf(CLIENTS))
  const asked = { ...headers, prefer: 'respond-async' }
  expect((await server.call('POST', '/api/admin/import', form, asked)).status).toBe(202)
  const now = async () => {
    const path = `/api/admin/imports/${importId}`
    const answer = await server.call('GET', path, undefined, headers).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as Import) : undefined
  }
  const until = async (fits: (seen: Import | undefined) => boolean, everyMs = 200) => {
    while (!fits(await now())) await sleep(everyMs)
  }

  const breakDown = async () => {
    database[outage]()
    await sleep(OUTAGE_MS)
    database.recover()
  }
  await until((seen) => (seen?.created ?? 0) > 0, 20)
  await breakDown()
  await until((seen) => seen !== undefined && seen.state !== 'running')
  await until(() => sink.received.length > CLIENTS / 4)
  await breakDown()
  await until((seen) => seen?.bulkUpdate?.emailsSent === CLIENTS)

  expect(await now(), outage).toMatchObject({
    created: CLIENTS,
    updated: 0,
    unchanged: 0,
    rejected: 0,
  })
  const mailed = byRecipient(sink.received)
  expect(mailed.size, outage).toBe(CLIENTS)
  const twice = [...mailed.values()].filter((received) => received.length > 1)
  expect(twice.length).toBeLessThanOrEqual(CONNECTIONS)
}
