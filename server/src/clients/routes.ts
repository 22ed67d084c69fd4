import {
  admitClient,
  changeGroup as changeGroupCall,
  createClient,
  deleteClient,
  deleteClients as deleteClientsCall,
  excuseClient,
  getClient,
  listClients,
  updateClient,
} from '@attest/contract/clients'
import type { FastifyInstance } from 'fastify'
import { findClient } from '../db/find-client.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { addClient } from './add-client.ts'
import { changeClient } from './change-client.ts'
import { changeExcuse } from './change-excuse.ts'
import { changeGroup } from './change-group.ts'
import { deleteClients } from './delete-clients.ts'
import { exportRoute } from './export-route.ts'
import { listPage } from './list-page.ts'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listClients, ({ query }) => listPage(deps, query))
  mount(
    app,
    getClient,
    async ({ params }) => (await findClient(deps.db, params.id)) ?? notFound('User'),
  )
  mount(app, createClient, ({ body, admin }) => addClient(deps, admin, body))
  mount(app, updateClient, ({ params, body, admin }) => changeClient(deps, admin, params.id, body))
  mount(app, deleteClient, async ({ params, admin }) => {
    if ((await deleteClients(deps, admin, { ids: [params.id] })) === 0) notFound('User')
  })
  mount(app, deleteClientsCall, async ({ body, admin }) => ({
    deleted: await deleteClients(deps, admin, body),
  }))
  mount(app, changeGroupCall, async ({ body, admin }) => ({
    changed: await changeGroup(deps, admin, body),
  }))
  mount(app, excuseClient, ({ params, body, admin }) => changeExcuse(deps, admin, params.id, body))
  mount(app, admitClient, ({ params, admin }) => changeExcuse(deps, admin, params.id, null))
  exportRoute(app, deps)
}
