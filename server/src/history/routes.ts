import * as contract from '@attest/contract/history'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { deleteChanges } from './delete-changes.ts'
import { listNamedChanges } from './list-named-changes.ts'

/** A deleted client's history stays readable, so an unknown client is an empty list. */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listChanges, ({ params }) => listNamedChanges(deps.db, params.id))
  mount(app, contract.deleteChange, async ({ params, admin }) => {
    if ((await deleteChanges(deps, admin, [params.id])) === 0) notFound('Change record')
  })
  mount(app, contract.deleteChanges, async ({ body, admin }) => ({
    deleted: await deleteChanges(deps, admin, body.ids),
  }))
}
