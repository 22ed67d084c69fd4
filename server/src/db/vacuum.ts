import { sql } from 'kysely'
import { repeat } from '../repeat.ts'
import type { Db } from './schema.ts'

const EVERY_MS = 60_000

/**
 * Does for the embedded database what a PostgreSQL server does by itself: without it every change
 * leaves a dead row behind for ever, and the planner works with the figures of an empty table.
 * The thresholds are those of PostgreSQL's autovacuum. Gives the function that ends it.
 */
export const keepVacuumed = (db: Db, onError: (error: unknown) => void): (() => Promise<void>) =>
  repeat(EVERY_MS, () => vacuumWorn(db).catch(onError))

/** Vacuums the tables that need it; gives their names. 100,000 rows take about a second. */
export async function vacuumWorn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  `.execute(db)
  for (const { relname } of rows) await sql`vacuum (analyze) ${sql.table(relname)}`.execute(db)
  return rows.map(({ relname }) => relname)
}
