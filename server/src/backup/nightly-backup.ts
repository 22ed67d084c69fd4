import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ADVISORY_LOCKS } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { DAY_MS, HOUR_MS, localTime, startOfToday } from '../local-time.ts'
import { findNightly, findRestoredCopy, recordNightly } from './queries.ts'

const OLD_MS = 2 * DAY_MS
const AT_HOUR = 2

/** Names of nightly backups, and of drafts left by killed processes. */
const OWN_NAME = /^attest-\d{4}-\d\d-\d\d-\d{4}\.tar(\.age)?(\.part)?$/

type Nightly = Pick<Deps, 'db' | 'openClient' | 'store' | 'secretKey' | 'config' | 'now' | 'log'>

export async function backUpIfDue(deps: Nightly, stopped?: AbortSignal): Promise<void> {
  if (!(await isDue(deps))) return
  const client = await deps.openClient()
  try {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(${ADVISORY_LOCKS.nightlyBackup}) as locked`,
    )
    if (rows[0].locked && (await isDue(deps))) await backUp(deps, stopped)
  } finally {
    await client.end()
  }
}

/** Due: no backup since the last 2:00, and no failure within the hour. */
async function isDue({ db, now, config }: Nightly): Promise<boolean> {
  if (!config.BACKUP_DIR || (await findRestoredCopy(db))) return false
  const last = await findNightly(db)
  const at = now().getTime()
  // A time in the future is that of a clock since corrected.
  const isSince = (begin: number, time?: string | null) =>
    Date.parse(time ?? '') >= begin && Date.parse(time ?? '') < at + HOUR_MS
  return (
    !isSince(lastNight(at, config), last?.succeeded_at) && !isSince(at - HOUR_MS, last?.failed_at)
  )
}

const lastNight = (at: number, { TIME_ZONE }: Nightly['config']): number =>
  startOfToday(new Date(at - AT_HOUR * HOUR_MS), TIME_ZONE).getTime() + AT_HOUR * HOUR_MS

async function backUp(deps: Nightly, stopped?: AbortSignal): Promise<void> {
  const { db, openClient, store, secretKey, config, now, log } = deps
  const { BACKUP_DIR: folder = '', BACKUP_PASSPHRASE: passphrase } = config
  const at = now()
  const name = `attest-${nameOf(at, config.TIME_ZONE)}.tar${passphrase ? '.age' : ''}`
  try {
    // Later, a missing folder is a disk that is not mounted: made again, it would fill the disk below.
    if (!(await findNightly(db))?.succeeded_at)
      await mkdir(folder, { recursive: true, mode: 0o700 })
    const encryption = passphrase ? { passphrase, secretKey } : undefined
    const source = { openClient, store, encryption, reserveMb: config.DISK_RESERVE_MB }
    const { makeBackup } = await import('./make-backup.ts')
    const { lostFiles } = await makeBackup(source, path.join(folder, name), stopped)
    const failure = lostFiles.length > 0 ? lostText(lostFiles.length) : null
    if (failure) log.warn({ lostFiles }, 'the store has lost files of clients')
    // Keeps old backups while a file is lost, since they may still hold it.
    else await removeOld(folder, name, config.BACKUP_KEEP)
    await recordNightly(db, { succeeded_at: at.toISOString(), failed_at: null, failure })
    log.info({ file: name }, 'nightly backup made')
  } catch (error) {
    if (stopped?.aborted) return
    log.error(error, 'the nightly backup failed')
    const { message } = error as Error
    await recordNightly(db, { failed_at: at.toISOString(), failure: message })
  }
}

const lostText = (files: number) =>
  `The last nightly backup lacks ${files === 1 ? '1 file' : `${files} files`} of clients: the store has lost ${files === 1 ? 'it' : 'them'}. Until that is mended, no older backup is removed.`

const nameOf = (at: Date, timeZone: string) =>
  localTime(at, timeZone).slice(0, 16).replace(' ', '-').replace(':', '')

/** Keeps the newest backups up to the one just `made`, those of a clock that ran ahead, and every foreign file. */
async function removeOld(folder: string, made: string, keep: number): Promise<void> {
  const all = (await readdir(folder)).filter((name) => OWN_NAME.test(name))
  const own = all.filter((name) => name <= made).sort()
  const whole = own.filter((name) => !name.endsWith('.part'))
  const kept = new Set(whole.slice(-keep))
  for (const name of own.filter((each) => !kept.has(each))) await rm(path.join(folder, name))
}

export async function backupProblem({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  if (!config.BACKUP_DIR) return null
  const last = await findNightly(db)
  if (last?.failed_at) return `The last nightly backup failed: ${last.failure}`
  if (last?.failure) return last.failure
  const age = last?.succeeded_at ? now().getTime() - Date.parse(last.succeeded_at) : 0
  if (age <= OLD_MS) return null
  return `The last nightly backup is ${Math.floor(age / DAY_MS)} days old.`
}
