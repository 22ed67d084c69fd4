import { MOST_CHANGES } from '@attest/contract/history'
import type { Db } from '../db/schema.ts'
import { listLastNames } from '../templates/queries.ts'
import { listChanges } from './queries.ts'

/** The newest first, with the names of the templates: records hold their ids. */
export async function listNamedChanges(db: Db, clientId: number) {
  const changes = await listChanges(db, clientId, MOST_CHANGES)
  const ids = new Set(changes.flatMap(({ templateIds }) => templateIds))
  const names = await listLastNames(db, [...ids])
  return changes.map(({ templateIds, ...change }) => {
    const named = names.filter(({ id }) => templateIds.includes(id))
    return { ...change, templates: Object.fromEntries(named.map(({ id, name }) => [id, name])) }
  })
}
