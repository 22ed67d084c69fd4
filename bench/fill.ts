import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'
import { pick, recordChanges } from '../server/src/history/queries.ts'
import { addImported, insertImport } from '../server/src/imports/queries.ts'
import { insertImported } from '../server/src/records/clients.ts'
import { addImportChanges } from '../server/src/records/import-changes.ts'
import { benchClient } from './clients.ts'
import { newFolder, openBareDatabase } from './product.ts'

const BATCH = 500

/** The yardstick of the import: the same rows into the same tables, in batches. */
export async function insertBatches(
  db: Db,
  rows: number,
  ownOf: (n: number) => Record<string, string> = () => ({}),
): Promise<void> {
  const importId = randomUUID()
  const at = new Date().toISOString()
  await insertImport(db, {
    id: importId,
    file_name: 'clients.csv',
    file_hash: '',
    admin_email: 'admin@example.com',
    send: false,
    state: 'finished',
    clients_before: 0,
    created_at: at,
    finished_at: at,
  })
  for (let start = 0; start < rows; start += BATCH) {
    const length = Math.min(BATCH, rows - start)
    const clients = Array.from({ length }, (_, n) => ({
      ...benchClient(start + n),
      own: ownOf(start + n),
    }))
    await db.transaction().execute(async (tx) => {
      const ids = await insertImported(tx, clients, at)
      await recordChanges(
        tx,
        { adminEmail: 'admin@example.com', at },
        ids.map(({ id }, n) => ({
          client_id: id,
          action: 'created',
          before: null,
          after: pick({ ...clients[n], status: 'pending' }, COMPARED_FIELDS),
        })),
      )
      await addImportChanges(
        tx,
        importId,
        ids.map(({ id }) => ({ client_id: id })),
      )
      await addImported(
        tx,
        importId,
        ids.map(({ id }) => id),
      )
    })
  }
}

export const multiplyClients = (db: Db, times: number) =>
  sql`
    insert into clients (client_number, first_name, last_name, email, phone_number, address, city, state, zip_code,
      country, group_template, last_updated, created_at, mail_to)
    select client_number || '-' || n, first_name, last_name, email, phone_number, address, city, state, zip_code,
      country, group_template, last_updated, created_at, mail_to
    from clients, generate_series(2, ${times}::int) n
  `.execute(db)

/** Fills two folders alike, as only one process at a time can open a folder. */
export async function filledTwins(clients: number, fill: (db: Db) => Promise<void>) {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, clients)
  await fill(bare.bulkDb)
  await bare.close()
  const twin = await newFolder()
  await cp(folder, twin, { recursive: true })
  return { folder, twin }
}
