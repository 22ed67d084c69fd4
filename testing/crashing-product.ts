import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@attest/contract/imports'
import { expect, onTestFinished } from 'vitest'
import { expireLeases } from './expire-leases.ts'
import { byRecipient, sheetOf, signIn } from './mass-mailing.ts'
import { processSettings } from './process-settings.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'
import { type ServerProcess, startProcess } from './start-process.ts'

const LIMIT_MS = 90_000
const CONNECTIONS = 5

/** A product that imports and emails clients, for a test to kill. A kill includes an `ownDatabase`. */
export async function startImport(clients: number, { ownDatabase = false, send = true } = {}) {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { DATABASE_URL, ...own } = await processSettings()
  const settings = {
    ...own,
    ...(!ownDatabase && { DATABASE_URL }),
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
  }
  let server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const as = await signIn(server)
  const importId = randomUUID()
  const form = new FormData()
  form.set('importId', importId)
  form.set('send', String(send))
  form.set('file', sheetOf(clients))
  const headers = { ...as, prefer: 'respond-async' }
  const { status } = await server.call('POST', '/api/admin/import', form, headers)
  expect(status).toBe(202)
  return {
    sink,
    until: (fits: (seen: Import) => boolean) => until(() => read(server, as, importId), fits),
    undo: () => server.call('POST', `/api/admin/imports/${importId}/undo`, {}, { ...as }),
    clients: async () => {
      const answer = await server.call('GET', '/api/admin/users', undefined, { ...as })
      return ((await answer.json()) as { total: number }).total
    },
    async crash() {
      if (ownDatabase) killDatabase(own.DATA_DIR)
      await server.kill()
      if (!ownDatabase) await expireLeases(DATABASE_URL)
      server = await startProcess(settings)
      if (ownDatabase) await expireLeases(urlOf(own.DATA_DIR))
    },
  }
}

/** Kills PostgreSQL with all its processes. */
function killDatabase(dataDir: string): void {
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  process.kill(-Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
}

const urlOf = (dataDir: string) => `postgres://postgres@localhost/postgres?host=${dataDir}/socket`

async function read(server: ServerProcess, as: object, importId: string): Promise<Import> {
  const answer = await server.call('GET', `/api/admin/imports/${importId}`, undefined, { ...as })
  return (await answer.json()) as Import
}

/** Polls the import until it fits, and returns it. */
async function until(poll: () => Promise<Import>, fits: (seen: Import) => boolean) {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(25)) {
    const seen = await poll()
    if (fits(seen)) return seen
  }
  throw new Error('The import did not come so far')
}

/** Checks that a crash doubled only messages in flight, with the same Message-ID. */
export function expectMailed({ received }: SmtpSink, clients: number, crashes: number): void {
  const mailed = byRecipient(received)
  expect(mailed.size).toBe(clients)
  expect(received.length - clients).toBeLessThanOrEqual(crashes * CONNECTIONS)
  for (const mails of mailed.values()) {
    expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(1)
  }
}
