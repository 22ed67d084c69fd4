import type { Db } from '../../db/schema.ts'
import { type Numbers, planEach, type RowPlan, type RowRules } from '../plan-row.ts'
import { type KnownClient, listByNumbers } from '../queries.ts'
import type { Cells } from '../sheet/clean-cell.ts'
import { saysDoNotEmail } from '../sheet/do-not-email.ts'
import type { SheetRow } from '../sheet/table.ts'
import { folded, likeness, readStored, withPresentNumbers } from '../stored.ts'
import { findPersons, listClients, type Person, type RowRecord } from './queries.ts'

export type Given = Pick<RowRecord, 'row' | 'cells' | 'edits' | 'damage' | 'choice' | 'person'>

export interface Planned {
  given: Given
  /** Absent: the row is skipped. */
  plan?: RowPlan
  /** The known client that the row is likely about, under another number. */
  alike?: KnownClient
  /** The earlier row of the file that is likely about the same person. */
  twin?: number | undefined
  knownNumber?: string | undefined
}

export const cellsOf = ({ cells, edits }: Pick<Given, 'cells' | 'edits'>): Cells => ({
  ...cells,
  ...edits,
})

/** A corrected row is no longer damaged, except that a sheet's “do not write” stays. */
export const asSheetRow = (given: Given): SheetRow => ({
  row: given.row,
  cells: cellsOf(given),
  ...(given.damage && isDamaged(given.damage, given.edits) && { damage: given.damage }),
})

const isDamaged = (damage: string, edits: Cells) =>
  saysDoNotEmail(damage) || Object.keys(edits).length === 0

export interface FileNumbers extends Numbers {
  /** New numbers of earlier batches by likeness: an import would know them by then. */
  created: Map<string, string>
}

export const fileNumbers = (): FileNumbers => ({
  seen: new Map(),
  taken: new Map(),
  created: new Map(),
})

/**
 * The earlier row that is likely about the same person. Called in the order of the file, for rows that an import would
 * create. Known clients are found by their own data.
 */
export type TwinOf = (given: Given) => number | undefined

/** Plans rows as an import would, and finds those who are likely known under another number. */
export const planPreview = async (
  db: Db,
  rows: readonly Given[],
  rules: RowRules,
  twinOf?: TwinOf,
  numbers?: FileNumbers,
) => planRead(db, await readForPlan(db, rows), rules, twinOf, numbers)

/** The rows, and the stored data on which their plan depends. */
export async function readForPlan(db: Db, rows: readonly Given[]) {
  const given = rows.filter(({ choice }) => choice !== 'skip').map(asSheetRow)
  const open = await withPresentNumbers(db, given)
  return { rows, open, stored: await readStored(db, open, listByNumbers) }
}

export async function planRead(
  db: Db,
  { rows, open, stored }: Awaited<ReturnType<typeof readForPlan>>,
  rules: RowRules,
  twinOf: TwinOf = () => undefined,
  { created, ...numbers }: FileNumbers = fileNumbers(),
): Promise<Planned[]> {
  const known = new Map(stored.alike)
  const plans = new Map<number, RowPlan>()
  for (const { cells } of open) {
    const number = created.get(likeness(cells.client_number ?? ''))
    if (number !== undefined) stored.alike.set(likeness(number), number)
  }
  for await (const { row, plan } of planEach(open, numbers, stored, rules)) {
    if (plan.kind === 'repeated') continue
    plans.set(row.row, plan)
    if (plan.kind !== 'created') continue
    const number = plan.after.client_number
    created.set(likeness(number), number)
  }
  const alike = await findAlike(db, rows, plans)
  return rows.map((given) => {
    const plan = plans.get(given.row)
    if (!plan) return { given }
    const found = alike.get(given.row)
    // With the same number there is nothing to choose between.
    const client = plan.kind === 'rejected' && plan.before?.id === found?.id ? undefined : found
    const number = cellsOf(given).client_number ?? ''
    const knownNumber = number === '' ? undefined : known.get(likeness(number))
    const twin = plan.kind === 'created' && !client ? twinOf(given) : undefined
    return { given, plan, knownNumber, twin, ...(client && { alike: client }) }
  })
}

async function findAlike(db: Db, rows: readonly Given[], plans: ReadonlyMap<number, RowPlan>) {
  const people = rows
    .filter((given) => given.choice === null && mayBeKnown(plans.get(given.row)))
    .flatMap(personsOf)
  const ids = await findPersons(db, people)
  if (ids.size === 0) return new Map<number, KnownClient>()
  const clients = new Map((await listClients(db, [...ids.values()])).map((c) => [c.id, c]))
  return new Map([...ids].map(([row, id]) => [row, clients.get(id)!]))
}

/** A new client, or a row that lacks only its number. */
const mayBeKnown = (plan: RowPlan | undefined) =>
  plan?.kind === 'created' ||
  (plan?.kind === 'rejected' && Object.keys(plan.problems).join() === 'client_number')

function personsOf(given: Given): Person[] {
  const { first_name = '', last_name = '', email = '', address = '' } = cellsOf(given)
  const names = new Set([`${first_name} ${last_name}`, `${last_name} ${first_name}`])
  return [...names].map((name) => ({ row: given.row, name, email, address }))
}

export function kindOf({ given, plan, alike, twin }: Planned): RowRecord['kind'] {
  if (!plan) return 'skipped'
  const isTwin = twin !== undefined && given.choice === null
  return alike || isTwin ? 'undecided' : plan.kind
}

/** Finds rows of the same person while a file is read. */
export function twinsOfFile(): TwinOf {
  const firsts = new Map<string, number>()
  return (given) => {
    const key = personKey(given)
    if (key === undefined) return undefined
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, given.row)
    return first
  }
}

/** Name and email. Without an email: name, address and phone, since a father and a son may share two of these. */
function personKey(given: Given): string | undefined {
  const { first_name = '', last_name = '', email, address, phone_number = '' } = cellsOf(given)
  const where = email || (address && `${address} ${phone_number}`)
  // Sheets may have the names in either order.
  const name = [first_name, last_name].map(folded).sort().join(' ').trim()
  return name && where ? `${name} ${folded(where)}` : undefined
}

/** Finds twins among all rows, in order. @param persons the rows that later ones are like */
export function twinsAgain(persons: ReadonlySet<number>): TwinOf {
  const firsts = new Map<number, number>()
  return ({ row, person }) => {
    const key = person ?? row
    const first = firsts.get(key)
    if (first === undefined && persons.has(key)) firsts.set(key, row)
    return first
  }
}

/** Finds twins among some rows. @param firsts for each person, the first row that the import would create */
export const twinsAmong =
  (firsts: ReadonlyMap<number, RowRecord>): TwinOf =>
  ({ row, person }) => {
    const first = person === null ? undefined : firsts.get(person)?.row
    return first !== undefined && first < row ? first : undefined
  }
