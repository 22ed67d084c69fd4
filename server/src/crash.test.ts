import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@attest/contract/imports'
import { expect, onTestFinished, test } from 'vitest'
import { byRecipient, sheetOf, signIn } from './testing/mass-mailing.ts'
import { processSettings } from './testing/process-settings.ts'
import { openSmtpSink } from './testing/smtp-sink.ts'
import { type ServerProcess, startProcess } from './testing/start-process.ts'

/** Other processes' leases must run out first where several may share the database. */
const LIMIT_MS = 90_000
const CLIENTS = 3000
const CONNECTIONS = 5

async function standing(server: ServerProcess, as: object, importId: string): Promise<Import> {
  const answer = await server.call('GET', `/api/admin/imports/${importId}`, undefined, { ...as })
  return (await answer.json()) as Import
}

/** Looks until the import fits, then gives it. */
async function until(
  server: ServerProcess,
  as: object,
  importId: string,
  fits: (seen: Import) => boolean,
) {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(10)) {
    const seen = await standing(server, as, importId)
    if (fits(seen)) return seen
  }
  throw new Error('The import did not come so far')
}

test('killed in the middle of an import and of a send, it loses no row and mails nobody thrice', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const settings = {
    ...(await processSettings()),
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
  }
  let server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const as = await signIn(server)

  const importId = randomUUID()
  const form = new FormData()
  form.set('importId', importId)
  form.set('file', sheetOf(CLIENTS))
  const { status } = await server.call('POST', '/api/admin/import', form, {
    ...as,
    prefer: 'respond-async',
  })
  expect(status).toBe(202)

  const acknowledged = await until(server, as, importId, ({ created }) => created >= CLIENTS / 6)
  expect(acknowledged.state).toBe('running')
  await server.kill()
  server = await startProcess(settings)
  const found = await standing(server, as, importId)
  expect(found.created).toBeGreaterThanOrEqual(acknowledged.created)
  const inserted = await until(server, as, importId, ({ state }) => state !== 'running')
  expect(inserted).toMatchObject({ created: CLIENTS, updated: 0, unchanged: 0, refused: 0 })

  await until(server, as, importId, () => sink.received.length > CLIENTS / 4)
  expect(sink.received.length).toBeLessThan(CLIENTS)
  await server.kill()
  server = await startProcess(settings)
  await until(server, as, importId, ({ bulkUpdate }) => bulkUpdate?.emailsSent === CLIENTS)

  const mailed = byRecipient(sink.received)
  expect(mailed.size).toBe(CLIENTS)
  const twice = [...mailed.values()].filter((received) => received.length > 1)
  expect(twice.length).toBeLessThanOrEqual(CONNECTIONS)
  for (const [first, second, ...more] of twice) {
    expect(more).toEqual([])
    expect(second?.mail.messageId).toBe(first?.mail.messageId)
  }
})
