import type { Sessions } from '../deps.ts'
import { DAY_MS, HOUR_MS } from '../local-time.ts'

export async function prune({ db, config, tokens, now }: Sessions): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms).toISOString()
  for (const table of ['sessions', 'one_time_codes', 'challenges', 'flows'] as const)
    await db.deleteFrom(table).where('expires_at', '<', at.toISOString()).execute()
  const idleSince = before(config.SESSION_IDLE_HOURS * HOUR_MS)
  await db.deleteFrom('sessions').where('last_used_at', '<', idleSince).execute()
  await db.deleteFrom('throttle').where('last_fail_at', '<', before(DAY_MS)).execute()
  await tokens.rotate(at)
}
