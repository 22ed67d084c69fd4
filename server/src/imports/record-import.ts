import { rename } from 'node:fs/promises'
import { UNDO_DAYS } from '@attest/contract/import-undo'
import type { Insertable } from 'kysely'
import type { ImportRow } from '../db/import-schema.ts'
import type { Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { readCounts } from '../records/clients.ts'
import { holdRound } from '../rounds/change-round.ts'
import { type ImportRecord, insertImport } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type NewImport = Omit<
  Insertable<ImportRow>,
  'clients_before' | 'lease_until' | 'created_at' | 'undo_until'
>

/** Undefined if it is known. `rows` is a file, moved before the commit: a visible import always has its rows. */
export async function recordImport(
  tx: Tx,
  deps: Pick<Deps, 'imports' | 'now'>,
  { roundId, ...row }: NewImport & { roundId: number | undefined },
  rows: string,
): Promise<ImportRecord | undefined> {
  const now = deps.now()
  const { pending, confirmed, updated } = await readCounts(tx)
  await holdRound(tx, roundId)
  const inserted = await insertImport(tx, {
    ...row,
    clients_before: pending + confirmed + updated,
    lease_until: deps.imports.leaseUntil,
    created_at: now.toISOString(),
    undo_until: new Date(now.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
  })
  if (inserted) await rename(rows, deps.imports.rowsFileOf(row.id))
  return inserted
}
