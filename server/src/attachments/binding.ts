import type { Deps } from '../deps.ts'
import { databaseId, unknownKeys } from './queries.ts'
import { findMetaData, pagesOfKeys } from './stored-keys.ts'

/** Lies among the files, whose own keys have a slash. Says which database they belong to. */
export const MARKER = 'database-id'

/** Stands in the marker where files lay that the first database to look at them did not know. */
const UNKNOWN = 'unknown'

/**
 * Whether the files in the store are those of this database. A start with another one, or an empty
 * one, knows none of them, and that must not be taken for proof that nobody needs them.
 */
export async function isBound(deps: Pick<Deps, 'db' | 'store'>): Promise<boolean> {
  const { db, store } = deps
  const id = await databaseId(db)
  const marked = (await store.exists(MARKER)) && (await store.get(MARKER)).trim()
  if (marked) return marked === id
  const owner = (await mayBeOurs(deps)) ? id : UNKNOWN
  await store.put(MARKER, owner)
  return owner === id
}

/**
 * Of a store without a marker: nothing lies there, or something that this database knows. What came
 * after this process began is an upload that has no row yet.
 */
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
