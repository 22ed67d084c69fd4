import { mergeClients as mergeCall } from '@attest/contract/merges'
import * as trash from '@attest/contract/trash'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { findTrashed, listTrashed } from '../records/trash.ts'
import { mergeClients } from './merge-clients.ts'
import { removeTrashed, restoreClient, restoreDeletion } from './restore-clients.ts'

export function trashRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, trash.listTrash, ({ query }) => listTrashed(deps.db, query))
  mount(
    app,
    trash.getTrashed,
    async ({ params }) => (await findTrashed(deps.db, params.id)) ?? notFound('Deleted client'),
  )
  mount(app, mergeCall, ({ params, body, admin }) => mergeClients(deps, admin, params.id, body))
  mount(app, trash.restoreClient, ({ params, admin }) => restoreClient(deps, admin, params.id))
  mount(app, trash.restoreDeletion, ({ body, admin }) =>
    restoreDeletion(deps, admin, body.deletedAt),
  )
  mount(app, trash.removeTrashed, ({ params, body, admin }) =>
    removeTrashed(deps, admin, params.id, body.name),
  )
}
