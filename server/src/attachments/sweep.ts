import type { Deps } from '../deps.ts'
import { mayDeleteFiles } from '../files/file-lock.ts'
import { repeat } from '../repeat.ts'
import { isBound, MARKER } from './binding.ts'
import { unknownKeys } from './queries.ts'
import { findMetaData, pagesOfKeys } from './stored-keys.ts'

const YOUNG_MS = 60 * 60 * 1000

const EVERY_MS = 6 * 60 * 60 * 1000

const NOT_BOUND =
  'the files in the store belong to another database, so nothing is swept: correct DATABASE_URL, DATA_DIR or ' +
  `FILES_URL, or remove ${MARKER} from the store if the files are this database's`

/** Sweeps now and every six hours, until the returned function is called. */
export const startSweepingFiles = (deps: Deps): (() => Promise<void>) =>
  repeat(
    EVERY_MS,
    (stopped) =>
      sweepFiles(deps, stopped).catch((error) => deps.log.error(error, 'files cannot be swept')),
    { atOnce: true },
  )

/** Removes bytes that no row knows, until `stopped`. Returns how many files' bytes. */
export async function sweepFiles(
  deps: Pick<Deps, 'db' | 'store' | 'now' | 'log'>,
  stopped?: AbortSignal,
) {
  const { db, store, now, log } = deps
  const before = now().getTime() - YOUNG_MS
  if (!(await isBound(deps))) {
    log.warn(NOT_BOUND)
    return 0
  }
  const failures: unknown[] = []
  let swept = 0
  const sweepAll = async (keys: string[]) => {
    for (const key of keys) {
      if (stopped?.aborted) return
      try {
        if (await removeOld(store, key, before)) swept++
      } catch (error) {
        failures.push(error)
      }
    }
  }
  for await (const keys of pagesOfKeys(store)) {
    if (stopped?.aborted) break
    const unknown = await unknownKeys(db, keys)
    if (!(await mayDeleteFiles(db))) break
    await sweepAll(unknown)
  }
  if (failures.length > 0) {
    log.warn({ err: failures[0], files: failures.length }, 'files cannot be swept now')
  }
  return swept
}

async function removeOld(store: Deps['store'], key: string, before: number): Promise<boolean> {
  const found = await findMetaData(store, key)
  if (!found || found.lastModified.getTime() > before) return false
  await store.delete(key)
  return true
}
