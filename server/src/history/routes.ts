import {
  deleteChange as deleteChangeCall,
  listChanges as listChangesCall,
} from '@attest/contract/history'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { deleteChange, listChanges } from './queries.ts'

/** A deleted client's history stays readable, so an unknown client is an empty list. */
export function historyRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, listChangesCall, ({ params }) => listChanges(db, params.id))
  mount(app, deleteChangeCall, async ({ params }) => {
    if (!(await deleteChange(db, params.id))) notFound('Change record')
    return { message: 'Change record deleted' }
  })
}
