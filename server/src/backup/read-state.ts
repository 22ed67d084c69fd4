import type { Deps } from '../deps.ts'
import { findNightly } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OLD_MS = 2 * DAY_MS

export async function backupTrouble({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  if (!config.BACKUP_DIR) return null
  const last = await findNightly(db)
  if (last?.failed_at) return `The last nightly backup failed: ${last.failure}`
  const age = last?.succeeded_at ? now().getTime() - Date.parse(last.succeeded_at) : 0
  if (age <= OLD_MS) return null
  return `The last nightly backup is ${Math.floor(age / DAY_MS)} days old.`
}
