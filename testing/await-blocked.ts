import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../server/src/db/schema.ts'

/** Waits until `count` other connections wait for locks. */
export async function awaitBlocked(db: Db, count = 1, { timeout = 10_000 } = {}): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length
  }
  await expect
    .poll(blocked, { timeout, message: 'waiting for a lock' })
    .toBeGreaterThanOrEqual(count)
}

/** Starts each work once the one before waits for the lock, then releases the lock. */
export async function behindLock(
  db: Db,
  lock: RawBuilder<unknown>,
  works: (() => Promise<unknown>)[],
) {
  const begun: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    for (const work of works) {
      begun.push(work())
      await awaitBlocked(db, begun.length)
    }
  })
  return Promise.allSettled(begun)
}
