import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export async function prune({ db, config, tokens, now }: Deps): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms).toISOString()
  await pruneExpired(db, at.toISOString(), before(config.SESSION_IDLE_HOURS * HOUR_MS))
  await pruneTries(db, before(DAY_MS))
  await tokens.rotate(at)
}

async function pruneExpired(db: Db, now: string, idleSince: string): Promise<void> {
  for (const table of ['sessions', 'one_time_codes', 'challenges', 'flows'] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute()
  await db.deleteFrom('sessions').where('last_used_at', '<', idleSince).execute()
}

const pruneTries = (db: Db, before: string) =>
  db.deleteFrom('throttle').where('last_fail_at', '<', before).execute()
