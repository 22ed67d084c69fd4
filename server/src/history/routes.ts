import {
  deleteChange as deleteChangeCall,
  listChanges as listChangesCall,
} from '@attest/contract/history'
import type { FastifyInstance } from 'fastify'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { logEvent } from '../security-log/log-event.ts'
import { deleteChange, listChanges } from './queries.ts'

/** A deleted client's history stays readable, so an unknown client is an empty list. */
export function historyRoutes(app: FastifyInstance, { db, now }: Deps): void {
  mount(app, listChangesCall, ({ params }) => listChanges(db, params.id))
  mount(app, deleteChangeCall, async ({ params, admin }) => {
    await transact(db, async (tx) => {
      const change = (await deleteChange(tx, params.id)) ?? notFound('Change record')
      const detail = `${change.action} of client ${change.client_id}, ${change.timestamp}`
      await logEvent(tx, 'change-deleted', admin, now(), detail)
    })
    return { message: 'Change record deleted' }
  })
}
