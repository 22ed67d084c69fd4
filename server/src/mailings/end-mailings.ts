import type { Deps } from '../deps.ts'
import { keepCounts, listEnded } from './queries.ts'
import { restoreStatus } from './restore-status.ts'

/** Restores statuses after the last email in flight of a canceled mailing, and keeps the counts of finished mailings. */
export async function endMailings({ bulkDb, now, log }: Pick<Deps, 'bulkDb' | 'now' | 'log'>) {
  const ended: number[] = []
  for (const { id, canceled_at } of await listEnded(bulkDb)) {
    try {
      if (canceled_at) await restoreStatus({ bulkDb, now }, id)
      ended.push(id)
    } catch (error) {
      log.error(
        { err: error, mailingId: id },
        'the statuses of a canceled mailing were not restored',
      )
    }
  }
  await keepCounts(bulkDb, ended)
}
