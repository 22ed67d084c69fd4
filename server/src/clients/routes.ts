import * as calls from '@attest/contract/clients'
import type { Body } from '@attest/contract/endpoint'
import { exportClients } from '@attest/contract/exports'
import { mergeClients as mergeCall } from '@attest/contract/merges'
import { clientRecord } from '@attest/contract/timeline'
import * as trash from '@attest/contract/trash'
import type { FastifyInstance } from 'fastify'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Basics, Bulk, Deps, Sending, Timed } from '../deps.ts'
import { awaitTurn } from '../exports/await-turn.ts'
import { clientRows, columnsOf } from '../exports/client-rows.ts'
import { sheetFile } from '../exports/xlsx.ts'
import { pick, pickAll, recordChanges, recordUpdates } from '../history/queries.ts'
import { noClient, notFound } from '../http/errors.ts'
import { sendFile } from '../http/files.ts'
import { mount, mountRaw } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { localDay } from '../local-time.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import * as records from '../records/clients.ts'
import { listOwnColumns } from '../records/own-columns.ts'
import { findTrashed, listTrashed } from '../records/trash.ts'
import { asCaller } from '../selection/own-filter.ts'
import { changeSelected, listMatching } from '../selection/select-clients.ts'
import { changeClient, explainConflict, refuseFormer, settleInput } from './change-client.ts'
import { deleteClients } from './delete-clients.ts'
import { type Excuse, excuseClient } from './excuse-client.ts'
import { mergeClients } from './merge-clients.ts'
import { ownColumnRoutes } from './own-columns.ts'
import { settleOwn } from './own-values.ts'
import { listPage, readClient } from './read-clients.ts'
import { readRecord } from './record/read-record.ts'
import { recordPdf } from './record/record-pdf.ts'
import { recordZip } from './record/record-zip.ts'
import { removeTrashed, restoreClient, restoreDeletion } from './restore-clients.ts'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, calls.listClients, async ({ query, admin }) =>
    listPage(deps, await asCaller(db, query, admin)),
  )
  mount(app, calls.getClient, async ({ params }) => (await readClient(db, params.id)) ?? noClient())
  mount(app, calls.createClient, ({ body, admin }) => addClient(deps, admin, body))
  mount(app, calls.updateClient, ({ params, body, admin }) =>
    changeClient(deps, admin, params.id, body),
  )
  mount(app, calls.deleteClient, async ({ params, admin }) => {
    if ((await deleteClients(deps, admin, { ids: [params.id] })) === 0) noClient()
  })
  mount(app, calls.deleteClients, async ({ body, admin }) => ({
    deleted: await deleteClients(deps, admin, await asCaller(db, body, admin)),
  }))
  mount(app, calls.changeGroup, async ({ body, admin }) => ({
    changed: await changeGroup(deps, admin, await asCaller(db, body, admin)),
  }))
  mount(app, calls.excuseClient, ({ params, body, admin }) =>
    changeExcuse(deps, admin, params.id, body),
  )
  mount(app, calls.admitClient, ({ params, admin }) => changeExcuse(deps, admin, params.id, null))
  trashRoutes(app, deps)
  exportRoute(app, deps)
  recordRoute(app, deps)
  ownColumnRoutes(app, deps)
}

async function addClient(
  deps: Sending,
  admin: SignedIn,
  { roundId, own: givenOwn, ...given }: Body<typeof calls.createClient>,
) {
  const input = settleInput(undefined, given)
  const at = deps.now().toISOString()
  const author = { adminEmail: admin.email, at }
  const client = await transact(deps.db, async (tx) => {
    await refuseFormer(tx, input.client_number)
    const own = await settleOwn(tx, {}, givenOwn)
    const created = await records.insertClient(tx, {
      ...input,
      own,
      last_updated: at,
      created_at: at,
    })
    const after = pickAll(created)
    await recordChanges(tx, author, [
      { client_id: created.id, action: 'created', before: null, after },
    ])
    await makeMailing(tx, deps.config, {
      kind: 'created',
      selection: { ids: [created.id] },
      author,
      roundId,
    })
    return created
  }).catch((error) => explainConflict(error, input))
  deps.sender.sendNow()
  return client
}

/** Returns how many had another template. Throws Refusal 400 for an unknown one; 409 if the selection changed. */
async function changeGroup(
  deps: Bulk,
  admin: SignedIn,
  { group_template, ...selection }: calls.ClientSelection & { group_template: string },
): Promise<number> {
  const at = deps.now().toISOString()
  return changeSelected(deps, selection, async (tx, ids) => {
    const clients = await records.lockClients(tx, ids)
    const moved = clients.filter((client) => client.group_template !== group_template)
    const movedIds = moved.map(({ id }) => id)
    await records.moveClients(tx, movedIds, { group_template, last_updated: at })
    await recordUpdates(tx, { adminEmail: admin.email, at }, moved, (client) => ({
      before: pick(client, ['group_template']),
      after: { group_template },
    }))
    return moved.length
  }).catch((error) => explainConflict(error, { group_template }))
}

const changeExcuse = ({ db, now }: Timed, admin: SignedIn, id: number, excuse: Excuse | null) =>
  transact(db, async (tx) => {
    // A mailing that is being made must end first, so that its message is canceled too.
    await lockBulkWriters(tx)
    const author = { adminEmail: admin.email, at: now().toISOString() }
    return (await excuseClient(tx, author, id, excuse)) ?? noClient()
  })

function exportRoute(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  mountRaw(app, exportClients, async ({ query: { format, ids, ...filter }, admin }, reply) => {
    await awaitTurn(deps, admin, format, reply)
    const chosen = ids ? inOrder(ids) : await matching(deps, await asCaller(db, filter, admin))
    // Logged first: a started download cannot be undone.
    const detail = [format.toUpperCase(), chosen && `${chosen.length} clients`].filter(Boolean)
    await logEvent(db, 'clients-exported', admin, now(), detail.join(', '))
    const day = localDay(now(), config.TIME_ZONE)
    const columns = columnsOf(await listOwnColumns(db))
    const rows = clientRows(deps, { timeZone: config.TIME_ZONE, columns, ids: chosen })
    const file = sheetFile(format, 'Clients', columns, rows)
    return sendFile(reply, `clients-${day}.${format}`, format, file)
  })
}

function recordRoute(app: FastifyInstance, deps: Deps): void {
  mountRaw(app, clientRecord, async ({ params: { id }, query: { format }, admin }, reply) => {
    await awaitTurn(deps, admin, format === 'pdf' ? 'xlsx' : 'csv', reply)
    const record = await readRecord(deps, id)
    // Logged first: a started download cannot be undone.
    const detail = `${record.client.name} (id ${id}), ${format.toUpperCase()}`
    await logEvent(deps.db, 'client-record-downloaded', admin, deps.now(), detail)
    const { logo } = deps.config
    const content = format === 'zip' ? recordZip(deps, record) : await recordPdf(record, logo)
    return sendFile(reply, `record-${id}.${format}`, format, content)
  })
}

const inOrder = (ids: string) =>
  [...new Set(ids.split(',').map(Number))].sort((one, other) => one - other)

async function matching(deps: Basics, filter: calls.ClientFilter): Promise<number[] | undefined> {
  const none = calls.ClientFilter.parse({})
  const isAll = Object.entries(filter).every(
    ([name, value]) => value === none[name as keyof calls.ClientFilter],
  )
  return isAll ? undefined : listMatching(deps.db, deps, filter)
}

function trashRoutes(app: FastifyInstance, deps: Deps): void {
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
