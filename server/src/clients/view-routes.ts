import { ClientFilter, ClientQuery } from '@attest/contract/clients'
import * as calls from '@attest/contract/views'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx, ViewRow } from '../db/schema.ts'
import { isUniqueViolation } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal, refuseField } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { type RenamedChoice, renamedFilter } from '../records/own-columns.ts'
import { storedFilter } from '../selection/select-clients.ts'

export function viewRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, calls.listViews, async ({ admin }) => (await findViews(db, admin.id)).map(shown))
  mount(app, calls.addView, async ({ body, admin }) => {
    const known = await findViews(db, admin.id)
    const same = known.filter(({ owner_id }) => (owner_id === null) === body.shared)
    if (same.length >= calls.MAX_VIEWS)
      refuseField('name', `There are ${calls.MAX_VIEWS} views already. Delete one first.`, 409)
    return shown(await insertView(db, rowOf(body, admin.id)).catch(explainTaken))
  })
  mount(app, calls.changeView, async ({ params: { id }, body: { version, ...input }, admin }) => {
    const of = { id, version, adminId: admin.id }
    const after = await updateView(db, of, rowOf(input, admin.id)).catch(explainTaken)
    if (after) return shown(after)
    const current = (await findViews(db, admin.id)).find((view) => view.id === id)
    if (!current) notFound('View')
    throw new Refusal(409, 'Someone else has changed this view.', { current: shown(current) })
  })
  mount(app, calls.removeView, async ({ params, admin }) => {
    if (!(await deleteView(db, params.id, admin.id))) notFound('View')
  })
  mount(app, calls.getListColumns, async ({ admin }) => ({
    columns: (await findColumns(db, admin.id))?.columns ?? calls.USUAL_COLUMNS,
  }))
  mount(app, calls.saveListColumns, async ({ body, admin }) => {
    await saveColumns(db, admin.id, body.columns)
    return body
  })
}

type Stored = Selectable<ViewRow>

/** Stores only what differs from an unfiltered list, so that a new filter does not change old views. */
function rowOf({ shared, filter, columns, name, sort }: calls.ViewInput, adminId: string) {
  const none = ClientFilter.parse({})
  const set = Object.entries(filter).filter(
    ([key, value]) => value !== none[key as keyof ClientFilter],
  )
  return {
    owner_id: shared ? null : adminId,
    name,
    sort,
    filter: JSON.stringify(Object.fromEntries(set)),
    columns: JSON.stringify(columns),
  }
}

function shown({ owner_id, filter, sort, ...view }: Stored): calls.View {
  const order = ClientQuery.shape.sort.safeParse(sort)
  return {
    ...view,
    shared: owner_id === null,
    filter: storedFilter(filter),
    sort: order.data ?? ClientQuery.parse({}).sort,
  }
}

function explainTaken(error: unknown): never {
  if (isUniqueViolation(error)) refuseField('name', 'There is a view with this name already.', 409)
  throw error
}

const isVisible = (adminId: string) => sql<boolean>`(owner_id is null or owner_id = ${adminId})`

const findViews = (db: Db, adminId: string) =>
  db
    .selectFrom('views')
    .selectAll()
    .where(isVisible(adminId))
    .orderBy(sql`lower(name) collate "und-x-icu"`)
    .orderBy('id')
    .execute()

type NewView = ReturnType<typeof rowOf>

const insertView = (db: Db, view: NewView) =>
  db.insertInto('views').values(view).returningAll().executeTakeFirstOrThrow()

interface Edited {
  id: number
  version: number
  adminId: string
}

const updateView = (db: Db, { id, version, adminId }: Edited, view: NewView) =>
  db
    .updateTable('views')
    .set({ ...view, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(isVisible(adminId))
    .returningAll()
    .executeTakeFirst()

/** Raises the version: somebody who has the view open cannot overwrite it. */
export const renameInViews = (tx: Tx, choice: RenamedChoice) =>
  sql`
    update views set filter = jsonb_set(filter, '{own}', to_jsonb(renamed.own)), version = version + 1
    from (select id, ${renamedFilter(sql`filter ->> 'own'`, choice)} as own from views) renamed
    where renamed.id = views.id and renamed.own is not null
  `.execute(tx)

const deleteView = (db: Db, id: number, adminId: string) =>
  db
    .deleteFrom('views')
    .where('id', '=', id)
    .where(isVisible(adminId))
    .returning('id')
    .executeTakeFirst()

const findColumns = (db: Db, adminId: string) =>
  db.selectFrom('list_columns').select('columns').where('admin_id', '=', adminId).executeTakeFirst()

const saveColumns = (db: Db, adminId: string, columns: string[]) =>
  db
    .insertInto('list_columns')
    .values({ admin_id: adminId, columns: JSON.stringify(columns) })
    .onConflict((of) =>
      of.column('admin_id').doUpdateSet({ columns: (row) => row.ref('excluded.columns') }),
    )
    .execute()
