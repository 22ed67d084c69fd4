import type { Deps } from '../deps.ts'
import { databaseId, unknownKeys } from './queries.ts'
import { findMetaData, pagesOfKeys } from './stored-keys.ts'

/** Names the database that the files belong to. Keys of files have a slash, this one has none. */
export const MARKER = 'database-id'

const UNKNOWN = 'unknown'

/** Whether the store's files belong to this database. A foreign or empty database must not delete them. */
export async function isBound(deps: Pick<Deps, 'db' | 'store'>): Promise<boolean> {
  const { db, store } = deps
  const id = await databaseId(db)
  const marked = (await store.exists(MARKER)) && (await store.get(MARKER)).trim()
  if (marked) return marked === id
  const owner = (await mayBeOurs(deps)) ? id : UNKNOWN
  await store.put(MARKER, owner)
  return owner === id
}

/** For a store without a marker. Files newer than this process may be uploads without a row. */
async function mayBeOurs({ db, store }: Pick<Deps, 'db' | 'store'>): Promise<boolean> {
  let strange = false
  for await (const keys of pagesOfKeys(store)) {
    const unknown = await unknownKeys(db, keys)
    if (unknown.length < keys.length) return true
    for (const key of unknown) {
      const { lastModified } = (await findMetaData(store, key)) ?? {}
      strange ||= (lastModified?.getTime() ?? Infinity) < performance.timeOrigin
    }
  }
  return !strange
}
