import type { Deps } from '../deps.ts'
import { unknownKeys } from './queries.ts'

/** An upload under way has bytes before it has a row. */
const YOUNG_MS = 60 * 60 * 1000

const EVERY_MS = 6 * 60 * 60 * 1000

/** Sweeps now and every six hours; the interval is to be cleared. */
export function startSweeping(deps: Deps): NodeJS.Timeout {
  const sweep = () =>
    sweepFiles(deps).catch((error) => deps.log.error(error, 'files cannot be swept'))
  void sweep()
  return setInterval(sweep, EVERY_MS)
}

/** Removes bytes that no row knows: of uploads that were cut off, and of deletions that were. */
export async function sweepFiles({ db, store, now }: Pick<Deps, 'db' | 'store' | 'now'>) {
  let swept = 0
  let paginationToken: string | undefined
  do {
    const page = await store.listAll('', { recursive: true, paginationToken }).catch(noStoreYet)
    const keys = [...page.objects].filter((each) => each.isFile).map((each) => each.key)
    for (const key of await unknownKeys(db, keys)) {
      const { lastModified } = await store.getMetaData(key)
      if (now().getTime() - lastModified.getTime() < YOUNG_MS) continue
      await store.delete(key)
      swept++
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
  return swept
}

/** The folder is made with the first file. */
function noStoreYet(error: { cause?: NodeJS.ErrnoException }) {
  if (error.cause?.code !== 'ENOENT') throw error
  return { objects: [], paginationToken: undefined }
}
