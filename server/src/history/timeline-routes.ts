import * as calls from '@attest/contract/timeline'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { addNote, editNote, strikeNote } from './notes.ts'
import { readTimeline } from './read-timeline.ts'

export function timelineRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listTimeline, ({ params, query }) => readTimeline(deps.db, params.id, query))
  mount(app, calls.addNote, ({ params, body, admin }) => addNote(deps, admin, params.id, body.text))
  mount(app, calls.editNote, ({ params, body, admin }) =>
    editNote(deps, admin, params.id, body.text),
  )
  mount(app, calls.strikeNote, ({ params, admin }) => strikeNote(deps, admin, params.id))
}
