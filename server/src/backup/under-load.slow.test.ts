import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Stats } from '@attest/contract/dashboard'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginMailing, signIn, untilSent } from '../../../testing/mass-mailing.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { type EmptyTarget, emptyTarget } from '../../../testing/restored.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { type ServerProcess, startProcess } from '../../../testing/start-process.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import type { Db } from '../db/schema.ts'
import { MANIFEST, type Manifest, type TableInfo } from './archive.ts'
import { partsOf } from './tables.ts'

const run = promisify(execFile)

const MAILED = 1_000
const IMPORTED = 20_000
const SLOW_MS = 50

/** By table, the columns that a restore changes on purpose, or all of them. */
const CHANGED: Record<string, 'all' | string[]> = {
  challenges: 'all',
  file_removals: 'all',
  flows: 'all',
  import_clients: 'all',
  nightly_backup: 'all',
  one_time_codes: 'all',
  recovery_codes: 'all',
  refresh_tokens: 'all',
  restored_copy: 'all',
  sessions: 'all',
  signing_keys: 'all',
  imports: ['state', 'error', 'lease_until', 'finished_at'],
  mailings: ['canceled_at'],
  messages: ['state', 'settled_at', 'settled_seq', 'lease_until'],
}

function otherSheet(count: number): File {
  const headers =
    'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
  const rows = Array.from(
    { length: count },
    (_, n) => `X${n},Bo,Day,other${n}@example.com,617-555-0140,${n} Oak St,Boston,MA,02134`,
  )
  return new File([[headers, ...rows].join('\n')], 'others.csv')
}

/** Starts a mailing and an import that both outlast a backup. */
async function putUnderLoad(server: ServerProcess, headers: { authorization: string }) {
  const mailingId = await beginMailing(server, headers, MAILED)
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', otherSheet(IMPORTED))
  const imported = server.call('POST', '/api/admin/import', form, headers)
  imported.catch(() => {})
  const writes = async () => {
    const answer = await server.call('GET', '/api/admin/stats', undefined, headers)
    expect(((await answer.json()) as Stats).totalUsers).toBeGreaterThan(MAILED)
  }
  await vi.waitFor(writes, { timeout: 60_000 })
  return { mailingId, imported }
}

async function unpack(file: string) {
  const folder = path.join(temporaryFolder(), 'unpacked')
  await mkdir(folder)
  await run('tar', ['-xf', file, '-C', folder])
  await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
  const manifest: Manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'))
  const linesOf = async (table: string) => {
    const parts = await readdir(path.join(folder, 'tables', table)).catch(() => [])
    const texts = parts.map((part) => readFile(path.join(folder, 'tables', table, part), 'utf8'))
    return linesIn((await Promise.all(texts)).join(''))
  }
  return { manifest, linesOf }
}

const linesIn = (text: string) => text.split('\n').filter(Boolean)

/** The sorted lines, without the columns that a restore changes. */
const compared = (lines: string[], { name, columns }: Omit<TableInfo, 'rows'>) => {
  const changed = CHANGED[name] ?? []
  const kept = (line: string) =>
    line
      .split('\t')
      .filter((_, n) => !changed.includes(columns[n]!))
      .join('\t')
  return lines.map(kept).sort()
}

async function restoredLines({ openClient }: EmptyTarget, table: TableInfo): Promise<string[]> {
  const client = await openClient()
  const parts: Buffer[] = []
  for await (const part of partsOf(client, table)) parts.push(part)
  await client.end()
  return linesIn(Buffer.concat(parts).toString())
}

/** Compares sums that agree only if all rows are of one moment. */
async function isOneMoment(db: Db) {
  const { rows } = await sql<Record<string, number>>`
    select (select pending + confirmed + updated from client_counts) as counted,
      (select count(*) from clients) as clients,
      (select count(*) from changes where action = 'created') as created,
      (select count(*) from clients where client_number like 'X%') as imported,
      (select done_rows from imports where file_name = 'others.csv') as done
  `.execute(db)
  const { counted, clients, created, imported, done } = rows[0]!
  expect({ counted, created, imported }).toEqual({
    counted: clients,
    created: clients,
    imported: done,
  })
  expect(imported).toBeGreaterThan(0)
  expect(imported).toBeLessThan(IMPORTED)
}

test('restores a backup taken under load into an equal database', {
  timeout: 300_000,
}, async () => {
  const sink = await openSmtpSink({ slow: SLOW_MS })
  onTestFinished(() => sink.close())
  const settings = { ...(await processSettings()), SMTP_URL: sink.url, DISK_RESERVE_MB: '0' }
  const server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const headers = await signIn(server)
  const { mailingId, imported } = await putUnderLoad(server, headers)

  const file = path.join(temporaryFolder(), 'attest.tar')
  const made = await runCommand('backup/backup-command.ts', settings, file)
  expect(made).toMatchObject({ code: 0 })
  const target = await emptyTarget()
  await target.restore(file)

  const { manifest, linesOf } = await unpack(file)
  for (const table of manifest.tables) {
    if (CHANGED[table.name] === 'all') continue
    const restored = compared(await restoredLines(target, table), table)
    const kept = compared(await linesOf(table.name), table)
    if (table.name === 'security_log') expect(restored).toEqual(expect.arrayContaining(kept))
    else expect(restored, table.name).toEqual(kept)
  }
  await isOneMoment(target.db)
  const states = (await linesOf('messages')).join('\n')
  for (const state of ['accepted', 'queued']) expect(states).toContain(`\t${state}\t`)

  expect((await imported).status).toBe(200)
  const mailing = await untilSent(server, headers, mailingId, 120_000)
  expect(mailing).toMatchObject({ emailsSent: MAILED, emailsFailed: 0 })
})
