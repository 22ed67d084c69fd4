import * as contract from '@attest/contract/history'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { deleteChange } from './delete-change.ts'
import { listChanges } from './queries.ts'

/** A deleted client's history stays readable, so an unknown client is an empty list. */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listChanges, ({ params }) => listChanges(deps.db, params.id))
  mount(app, contract.deleteChange, async ({ params, admin }) => {
    await deleteChange(deps, admin, params.id)
    return { message: 'Change record deleted' }
  })
}
