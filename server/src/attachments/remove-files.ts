import type { Deps } from '../deps.ts'
import { mayDeleteFiles } from '../files/store.ts'
import { forgetRemoval, listDueRemovals } from './queries.ts'

/** Removes the bytes of deleted files and of uploads without a row. Failed removals are retried at the next call. */
export async function removeFiles(
  { db, store, now, log }: Pick<Deps, 'db' | 'store' | 'now' | 'log'>,
  stopped?: AbortSignal,
): Promise<void> {
  const keys = await listDueRemovals(db, now().toISOString())
  if (keys.length === 0 || !(await mayDeleteFiles(db))) return
  const failures: unknown[] = []
  for (const key of keys) {
    if (stopped?.aborted) break
    try {
      await store.delete(key)
      await forgetRemoval(db, key)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    log.warn({ err: failures[0], files: failures.length }, 'files cannot be removed now')
}
