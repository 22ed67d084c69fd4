import type { Body } from '@attest/contract/endpoint'
import * as calls from '@attest/contract/own-column-calls'
import { MOST_OWN_COLUMNS } from '@attest/contract/own-column-calls'
import { type OwnColumn, ownField } from '@attest/contract/own-columns'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound, Refusal, refuseField } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { changeOwnValues } from '../records/clients.ts'
import { forgetField, renameInImports } from '../records/import-changes.ts'
import { renameInMerges } from '../records/merges.ts'
import * as records from '../records/own-columns.ts'
import { renameInTrash } from '../records/trash.ts'
import { renameInPlans } from '../rounds/queries.ts'
import { renameInViews } from './view-routes.ts'

export function ownColumnRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, calls.listOwnColumns, () => records.listOwnColumns(db))
  mount(app, calls.createOwnColumn, ({ body }) => addColumn(deps, body))
  mount(app, calls.updateOwnColumn, ({ params, body }) => changeColumn(deps, params.id, body))
  mount(app, calls.countOwnValues, async ({ params }) => {
    if (!(await findColumn(deps, params.id))) notFound('Column')
    return { values: await records.countOwnValues(db, params.id) }
  })
  mount(app, calls.deleteOwnColumn, ({ params, query, admin }) =>
    deleteColumn(deps, admin, params.id, query.values),
  )
}

const findColumn = async ({ db }: Pick<Deps, 'db'>, id: number) =>
  (await records.listOwnColumns(db)).find((column) => column.id === id)

type NewColumn = Body<typeof calls.createOwnColumn>

const addColumn = ({ db }: Pick<Deps, 'db'>, input: NewColumn) =>
  transact(db, async (tx) => addOwnColumn(tx, await records.lockOwnColumns(tx), input)).catch(
    explain,
  )

/** A race may admit a 21st column: nothing depends on the limit. Throws Refusal 409. */
export function addOwnColumn(tx: Tx, columns: readonly OwnColumn[], input: NewColumn) {
  if (columns.length >= MOST_OWN_COLUMNS)
    conflict('too_many_columns', `There are ${MOST_OWN_COLUMNS} columns already. Delete one first.`)
  return records.insertOwnColumn(tx, {
    ...input,
    choices: JSON.stringify(input.kind === 'choice' ? input.choices : []),
    key: freeKey(input.name, columns),
    position: Math.max(-1, ...columns.map(({ position }) => position)) + 1,
  })
}

const MAX_KEY = 40

/** “Attorney in Charge” → attorney_in_charge; a name without Latin letters → column_3. */
function freeKey(name: string, columns: readonly OwnColumn[]): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_KEY)
    .replace(/^_|_$/g, '')
  const taken = new Set(columns.map(({ key }) => key))
  const start = slug || 'column'
  for (let n = 1; ; n++) {
    const key = n === 1 && slug ? slug : `${start}_${n}`
    if (!taken.has(key)) return key
  }
}

function explain(error: unknown): never {
  if (isUniqueViolation(error)) refuseField('name', 'There is a column of this name already')
  throw error
}

type Change = Body<typeof calls.updateOwnColumn>
type Writing = Pick<Deps, 'bulkDb'>

const CHANGED =
  'Somebody else, or an import, has changed the choices meanwhile. Nothing was saved. Close this and open it again to see them.'

/** Renames choices in the clients first: after a crash, the same call completes the change. */
async function changeColumn(deps: Writing, id: number, change: Change): Promise<OwnColumn> {
  const { choices: given, seen, position, ...rest } = change
  const texts = given?.map(({ text }) => text)
  const columns = await records.listOwnColumns(deps.bulkDb)
  const found = columns.find((column) => column.id === id) ?? notFound('Column')
  if (seen && seen.join('\n') !== found.choices.join('\n')) conflict('choices_changed', CHANGED)
  const renamed = renamedIn(found, given ?? [])
  for (const each of renamed) await renameChoice(deps, each)
  const before = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const columns = await records.lockOwnColumns(tx)
    const before = columns.find((column) => column.id === id) ?? notFound('Column')
    // The renames may last: an import adds choices meanwhile.
    const added = before.choices.filter((text) => !found.choices.includes(text))
    const all = texts && [...new Set([...texts, ...added])]
    const choices = all && before.kind === 'choice' && { choices: JSON.stringify(all) }
    await records.updateOwnColumn(tx, id, { position: before.position, ...rest, ...choices })
    if (position !== undefined) await moveColumn(tx, columns, before, position)
    return before
  }).catch(explain)
  // Once more, for clients who got the former text meanwhile.
  for (const each of renamed) await renameChoice(deps, each)
  const { searchable = before.searchable } = rest
  if (searchable !== before.searchable)
    // The write makes the trigger rebuild the search text.
    await inAllClients(deps, id, sql`own`)
  return (await findColumn({ db: deps.bulkDb }, id)) ?? notFound('Column')
}

/** @throws Refusal 400 if a choice would get the text of another one */
function renamedIn({ id, choices }: OwnColumn, given: NonNullable<Change['choices']>) {
  const renamed = given.flatMap(({ was, text }) => (was && was !== text ? [{ id, was, text }] : []))
  const taken = renamed.find(({ text }) => choices.includes(text))
  if (taken) refuseField('choices', `“${taken.text}” is another choice: rename that one first`)
  return renamed
}

async function renameChoice(deps: Writing, choice: records.RenamedChoice) {
  const { id, was, text } = choice
  const key = sql`${String(id)}::text`
  const own = sql`case when own->>${key} = ${was} then own || jsonb_build_object(${key}, ${text}::text) else own end`
  await inAllClients(deps, id, own, async (tx) => {
    await renameInImports(tx, ownField(id), choice)
    for (const rename of [renameInViews, renameInPlans, renameInTrash, renameInMerges])
      await rename(tx, choice)
  })
}

const BATCH = 1000

/** Each batch has its own transaction, so a client's answer waits for one batch at most. */
async function inAllClients(
  { bulkDb }: Writing,
  id: number,
  own: RawBuilder<unknown>,
  last: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const next = { id, after, most: BATCH, own }
    after = await transact(bulkDb, async (tx) => {
      await lockBulkWriters(tx)
      const reached = await changeOwnValues(tx, next)
      if (reached === undefined) await last(tx)
      return reached
    })
  }
}

async function moveColumn(tx: Tx, columns: OwnColumn[], column: OwnColumn, position: number) {
  const order = columns.filter(({ id }) => id !== column.id).toSpliced(position, 0, column)
  for (const [position, { id }] of order.entries())
    await records.updateOwnColumn(tx, id, { position })
}

/** Values left by a crash stay hidden: their column is gone, and its id is not used again. */
async function deleteColumn(
  deps: Pick<Deps, 'bulkDb' | 'now'>,
  admin: SignedIn,
  id: number,
  seen: number,
): Promise<void> {
  await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const columns = await records.lockOwnColumns(tx)
    const { name, key } = columns.find((column) => column.id === id) ?? notFound('Column')
    const [letter] = await records.listLettersWith(tx, key)
    if (letter)
      throw new Refusal(409, `The letter “${letter}” uses {{own.${key}}}. Remove it there first.`, {
        code: 'column_in_letter',
      })
    const values = await records.countOwnValues(tx, id)
    if (values !== seen) {
      const message = `This column has ${values} values by now, not ${seen}. Please look once more.`
      throw new Refusal(409, message, { code: 'values_changed', values })
    }
    await records.removeOwnColumn(tx, id)
    await forgetField(tx, ownField(id))
    await logEvent(tx, 'column-deleted', admin, deps.now(), `${name}, ${values} values`)
  })
  await inAllClients(deps, id, sql`own - ${String(id)}::text`)
}
