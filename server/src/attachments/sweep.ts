import type { Deps } from '../deps.ts'
import { isBound, MARKER } from './binding.ts'
import { unknownKeys } from './queries.ts'
import { pagesOfKeys } from './stored-keys.ts'

/** An upload under way has bytes before it has a row. */
const YOUNG_MS = 60 * 60 * 1000

const EVERY_MS = 6 * 60 * 60 * 1000

const NOT_BOUND =
  'the files in the store belong to another database, so nothing is swept: let DATABASE_URL, DATA_DIR and FILES_URL ' +
  `name what belongs together, or, if the files are this database's, remove ${MARKER} from the store`

/** Sweeps now and every six hours; the interval is to be cleared. */
export function startSweeping(deps: Deps): NodeJS.Timeout {
  const sweep = () =>
    sweepFiles(deps).catch((error) => deps.log.error(error, 'files cannot be swept'))
  void sweep()
  return setInterval(sweep, EVERY_MS)
}

/**
 * Removes bytes that no row knows: of uploads that were cut off, and of deletions that were.
 * @returns how many files' bytes
 */
export async function sweepFiles(deps: Pick<Deps, 'db' | 'store' | 'now' | 'log'>) {
  const { db, store, now, log } = deps
  if (!(await isBound(deps))) {
    log.warn(NOT_BOUND)
    return 0
  }
  let swept = 0
  for await (const keys of pagesOfKeys(store)) {
    for (const key of await unknownKeys(db, keys)) {
      const { lastModified } = await store.getMetaData(key)
      if (now().getTime() - lastModified.getTime() < YOUNG_MS) continue
      await store.delete(key)
      swept++
    }
  }
  return swept
}
