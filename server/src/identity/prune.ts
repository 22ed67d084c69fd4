import type { Deps } from '../deps.ts'
import { pruneExpired } from './sessions/queries.ts'
import { pruneTries } from './throttle.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export async function prune({ db, config, tokens, now }: Deps): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms).toISOString()
  await pruneExpired(db, at.toISOString(), before(config.SESSION_IDLE_HOURS * HOUR_MS))
  await pruneTries(db, before(DAY_MS))
  await tokens.rotate(at)
}
