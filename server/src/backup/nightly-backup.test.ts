// @module-tag heavy
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aClient, aToken } from '../../../testing/make.ts'
import { bearer } from '../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { ADVISORY_LOCKS } from '../db/transact.ts'
import { backUpIfDue } from './nightly-backup.ts'
import { findNightly, markRestored } from './queries.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

async function startWithBackups(settings: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const app = await startTestApp({ BACKUP_DIR: folder, DISK_RESERVE_MB: '0', ...settings })
  return { ...app, folder }
}

/** Waits until the backup of the start is made and its lock is free. */
async function firstBackup(app: Pick<TestApp, 'deps'>) {
  await expect.poll(async () => (await findNightly(app.deps.db))?.succeeded_at).toBeTruthy()
  await freeLock(app)
}

async function freeLock({ deps: { db } }: Pick<TestApp, 'deps'>) {
  const held = sql`select from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.nightlyBackup} and datname = current_database()`
  await expect.poll(async () => (await held.execute(db)).rows).toEqual([])
}

async function nextNight({ clock, deps }: Pick<TestApp, 'clock' | 'deps'>) {
  clock.ahead += DAY_MS
  await backUpIfDue(deps)
}

const call = async ({ send, deps }: TestApp, method: 'GET' | 'POST' | 'DELETE', url: string) =>
  send(method, url, bearer(await aToken(deps)))

const problemOf = async (app: TestApp) =>
  (await call(app, 'GET', '/api/admin/stats')).body.backupProblem

test('makes last night’s backup at the start, then one each night', async () => {
  const app = await startWithBackups()
  await firstBackup(app)
  await backUpIfDue(app.deps)
  expect(await readdir(app.folder)).toHaveLength(1)
  await nextNight(app)
  const names = await readdir(app.folder)
  expect(names).toHaveLength(2)
  for (const name of names) expect(name).toMatch(/^attest-\d{4}-\d\d-\d\d-\d{4}\.tar$/)
  expect(await problemOf(app)).toBeNull()
})

test('keeps the newest BACKUP_KEEP backups and all foreign files', async () => {
  const app = await startWithBackups({ BACKUP_KEEP: '2' })
  await firstBackup(app)
  const others = ['attest-1.tar', 'attest-2020-01-01-0200.tar.gz', 'notes.txt']
  for (const name of others) await writeFile(path.join(app.folder, name), 'x')
  await writeFile(path.join(app.folder, 'attest-2020-01-01-0200.tar.part'), 'cut off')
  const first = (await readdir(app.folder)).find(
    (name) => /-\d{4}\.tar$/.test(name) && !others.includes(name),
  )
  for (let night = 0; night < 3; night++) await nextNight(app)
  const names = await readdir(app.folder)
  expect(names).toEqual(expect.arrayContaining(others))
  expect(names).toHaveLength(others.length + 2)
  expect(names).not.toContain(first)
})

test('keeps older backups while the store lacks a file of a client', async () => {
  const app = await startWithBackups({ BACKUP_KEEP: '1' })
  const { api, deps, folder } = app
  const { id } = await aClient(deps)
  const files = `/api/admin/users/${id}/attachments`
  await api.upload(files, {}, new File(['the deed'], 'deed.txt'))
  await firstBackup(app)
  await nextNight(app)
  const [whole] = await readdir(folder)
  const file = await deps.db
    .selectFrom('attachments')
    .select(['id', 'key'])
    .executeTakeFirstOrThrow()
  await deps.store.delete(file.key)
  await nextNight(app)
  await nextNight(app)
  expect(await readdir(folder)).toHaveLength(3)
  expect(await readdir(folder)).toContain(whole)
  expect(await problemOf(app)).toContain('lacks 1 file of clients')
  await call(app, 'DELETE', `/api/admin/attachments/${file.id}`)
  await nextNight(app)
  expect(await readdir(folder)).toHaveLength(1)
  expect(await problemOf(app)).toBeNull()
})

test('makes backups again after the clock was a year ahead', async () => {
  const app = await startWithBackups({ BACKUP_KEEP: '1' })
  await firstBackup(app)
  app.clock.ahead = 365 * DAY_MS
  await backUpIfDue(app.deps)
  const [ahead] = await readdir(app.folder)
  app.clock.ahead = DAY_MS
  await backUpIfDue(app.deps)
  await backUpIfDue(app.deps)
  expect(await readdir(app.folder)).toEqual([expect.not.stringMatching(ahead!), ahead])
})

test('makes one backup with several processes', async () => {
  const app = await startWithBackups()
  await firstBackup(app)
  app.clock.ahead += DAY_MS
  await Promise.all([backUpIfDue(app.deps), backUpIfDue(app.deps), backUpIfDue(app.deps)])
  expect(await readdir(app.folder)).toHaveLength(2)
})

test('reports and retries a failed backup until one succeeds', async () => {
  const folder = path.join(temporaryFolder(), 'backups')
  await writeFile(folder, 'a file in the place of the folder')
  const app = await startTestApp({ BACKUP_DIR: folder, DISK_RESERVE_MB: '0' })
  const shown = () => problemOf(app)
  await vi.waitFor(async () => expect(await shown()).toMatch(/^The last nightly backup failed: /))
  await freeLock(app)
  app.deps.config.BACKUP_DIR = temporaryFolder()
  await backUpIfDue(app.deps)
  expect(await readdir(app.deps.config.BACKUP_DIR)).toEqual([])
  app.clock.ahead += HOUR_MS + 1
  await backUpIfDue(app.deps)
  expect(await readdir(app.deps.config.BACKUP_DIR)).toHaveLength(1)
  expect(await shown()).toBeNull()
  expect(app.logged.splice(0)).toHaveLength(1)
})

test('makes no folder in the place of a disk that is gone', async () => {
  const BACKUP_DIR = path.join(temporaryFolder(), 'disk/backups')
  const app = await startWithBackups({ BACKUP_DIR })
  await firstBackup(app)
  await rm(path.dirname(BACKUP_DIR), { recursive: true })
  await nextNight(app)
  expect(await problemOf(app)).toContain(`The folder ${BACKUP_DIR} cannot be written to: ENOENT`)
  await expect(readdir(BACKUP_DIR)).rejects.toThrow('ENOENT')
  expect(app.logged.splice(0)).toHaveLength(1)
})

test('warns on the dashboard of a backup older than two days', async () => {
  const app = await startWithBackups()
  await firstBackup(app)
  expect(await problemOf(app)).toBeNull()
  app.clock.ahead = 3 * DAY_MS
  expect(await problemOf(app)).toBe('The last nightly backup is 3 days old.')
})

test('says on the dashboard whether nightly backups are set up', async () => {
  const missing = async (app: TestApp) =>
    (await call(app, 'GET', '/api/admin/stats')).body.backupMissing
  expect(await missing(await startTestApp())).toBe(true)
  const app = await startWithBackups()
  await firstBackup(app)
  expect(await missing(app)).toBe(false)
})

test('makes no backup on a disk without room', async () => {
  const app = await startWithBackups({ DISK_RESERVE_MB: '999999999' })
  const shown = () => problemOf(app)
  await vi.waitFor(async () => expect(await shown()).toContain('There is no room for the backup'))
  expect(await readdir(app.folder)).toEqual([])
  expect(app.logged.splice(0)).toHaveLength(1)
})

test('makes no backup of a restored copy before it is resumed', async () => {
  const app = await startWithBackups()
  await firstBackup(app)
  const at = new Date().toISOString()
  const copy = { restored_at: at, backup_made_at: at, emails_canceled: 2 }
  await app.deps.db.transaction().execute((tx) => markRestored(tx, copy))
  await nextNight(app)
  expect(await readdir(app.folder)).toHaveLength(1)
  expect((await call(app, 'POST', '/api/admin/resume')).status).toBe(200)
  await backUpIfDue(app.deps)
  expect(await readdir(app.folder)).toHaveLength(2)
})
