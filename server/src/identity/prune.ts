import type { Deps } from '../deps.ts'
import { repeat } from '../repeat.ts'
import { pruneCodes } from './codes/queries.ts'
import { pruneChallenges } from './factors/queries.ts'
import { pruneFlows } from './providers/queries.ts'
import { pruneSessions } from './sessions/queries.ts'
import { pruneTries } from './throttle/throttle-queries.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export async function prune({ db, config, tokens, now }: Deps): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms).toISOString()
  await pruneSessions(db, at.toISOString(), before(config.SESSION_IDLE_HOURS * HOUR_MS))
  await pruneCodes(db, at.toISOString())
  await pruneChallenges(db, at.toISOString())
  await pruneFlows(db, at.toISOString())
  await pruneTries(db, before(DAY_MS))
  await tokens.rotate(at)
}

export const startPruning = (deps: Deps): (() => Promise<void>) =>
  repeat(HOUR_MS, () =>
    prune(deps).catch((error) => deps.log.error(error, 'expired rows cannot be removed')),
  )
