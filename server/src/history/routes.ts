import { Readable } from 'node:stream'
import * as calls from '@attest/contract/history'
import * as timeline from '@attest/contract/timeline'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { dismissBounce, readOriginal } from '../delivery/mailbox/mail-events.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { sendFile } from '../http/files.ts'
import { mount, mountRaw } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { listLastNames } from '../templates/queries.ts'
import { addNote, editNote, strikeNote } from './notes.ts'
import { listChanges, removeChanges } from './queries.ts'
import { readTimeline } from './read-timeline.ts'

/** A deleted client's history stays readable, so an unknown client is an empty list. */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  timelineRoutes(app, deps)
  mount(app, calls.listChanges, ({ params }) => listNamedChanges(deps.db, params.id))
  mount(app, calls.deleteChange, async ({ params, admin }) => {
    if ((await deleteChanges(deps, admin, [params.id])) === 0) notFound('Change record')
  })
  mount(app, calls.deleteChanges, async ({ body, admin }) => ({
    deleted: await deleteChanges(deps, admin, body.ids),
  }))
}

function timelineRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, timeline.listTimeline, ({ params, query }) => readTimeline(deps.db, params.id, query))
  mount(app, timeline.addNote, ({ params, body, admin }) =>
    addNote(deps, admin, params.id, body.text),
  )
  mount(app, timeline.editNote, ({ params, body, admin }) =>
    editNote(deps, admin, params.id, body.text),
  )
  mount(app, timeline.strikeNote, ({ params, admin }) => strikeNote(deps, admin, params.id))
  mount(app, timeline.dismissBounce, ({ params, admin }) =>
    dismissBounce(deps, admin.email, params.id),
  )
  mountRaw(app, timeline.downloadOriginal, async ({ params, admin }, reply) => {
    const { email, text } = await readOriginal(deps, params.id)
    await logEvent(deps.db, 'original-downloaded', admin, deps.now(), email)
    return sendFile(reply, `mail-${params.id}.txt`, 'txt', Readable.from([text]))
  })
}

/** Lists the newest first. Adds the names of templates, of which records hold the ids. */
async function listNamedChanges(db: Db, clientId: number) {
  const changes = await listChanges(db, clientId, calls.MOST_CHANGES)
  const ids = new Set(changes.flatMap(({ templateIds }) => templateIds))
  const names = await listLastNames(db, [...ids])
  return changes.map(({ templateIds, ...change }) => {
    const named = names.filter(({ id }) => templateIds.includes(id))
    return { ...change, templates: Object.fromEntries(named.map(({ id, name }) => [id, name])) }
  })
}

/** Deletes the records that still exist, all or none, and returns how many. */
const deleteChanges = (
  { bulkDb, now }: Pick<Deps, 'bulkDb' | 'now'>,
  admin: SignedIn,
  ids: number[],
) =>
  transact(bulkDb, async (tx) => {
    const at = now()
    const removal = { adminEmail: admin.email, at: at.toISOString() }
    const removed = await removeChanges(tx, ids, removal)
    if (removed.length > 0) await logEvent(tx, 'change-deleted', admin, at, describe(removed))
    return removed.length
  })

function describe(removed: Awaited<ReturnType<typeof removeChanges>>) {
  const [first] = removed
  if (removed.length === 1)
    return `${first!.action} of client ${first!.client_id}, ${first!.timestamp}`
  const clients = [...new Set(removed.map(({ client_id }) => client_id))]
  const times = removed.map(({ timestamp }) => timestamp).sort()
  const whose = `client${clients.length > 1 ? 's' : ''} ${clients.join(', ')}`
  return `${removed.length}: ${times[0]} to ${times.at(-1)}, of ${whose}`
}
