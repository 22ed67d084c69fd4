import type { Db } from '../db/schema.ts'
import { listCorrections } from '../records/answers.ts'
import { listTemplateNames } from '../templates/queries.ts'
import { likeness } from './mistaken-number.ts'
import type { Stored } from './plan-row.ts'
import { type KnownClient, listAlike } from './queries.ts'
import type { SheetRow } from './sheet/table.ts'

/** The stored data that the plan of these rows needs. `listByNumbers`: with a lock, if the rows are then written. */
export async function readStored<D extends Db>(
  db: D,
  rows: readonly SheetRow[],
  listByNumbers: (db: D, numbers: string[]) => Promise<KnownClient[]>,
): Promise<Stored> {
  const numbers = rows.map(({ cells }) => cells.client_number ?? '')
  const [clients, templates] = await Promise.all([
    listByNumbers(db, numbers),
    listTemplateNames(db),
  ])
  const known = new Map(clients.map((client) => [client.client_number, client]))
  const fresh = numbers.filter((number) => number !== '' && !known.has(number))
  const alike = fresh.length > 0 ? await listAlike(db, fresh) : []
  return {
    known,
    corrections: await listCorrections(
      db,
      clients.map(({ id }) => id),
    ),
    alike: new Map(alike.map((number) => [likeness(number), number])),
    templates,
  }
}
