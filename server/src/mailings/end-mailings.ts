import type { Deps } from '../deps.ts'
import { keepCounts, listEnded } from './queries.ts'
import { restoreStatus } from './restore-status.ts'

/** Restores statuses after the last email in flight of a canceled mailing, and keeps the counts of finished mailings. */
export async function endMailings(deps: Pick<Deps, 'bulkDb' | 'now'>): Promise<void> {
  const ended = await listEnded(deps.bulkDb)
  for (const { id, canceled_at } of ended) if (canceled_at) await restoreStatus(deps, id)
  await keepCounts(
    deps.bulkDb,
    ended.map(({ id }) => id),
  )
}
