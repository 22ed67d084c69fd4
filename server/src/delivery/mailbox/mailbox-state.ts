import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { Deps, Timed } from '../../deps.ts'
import { MINUTE_MS } from '../../local-time.ts'

const LEASE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS

export async function claimReading({ db, now }: Timed): Promise<boolean> {
  const at = now()
  const until = new Date(at.getTime() + LEASE_MS).toISOString()
  const { rows } = await sql`
    insert into mailbox (next_at) values (${until})
    on conflict (singleton) do update set next_at = ${until} where mailbox.next_at <= ${at.toISOString()}
    returning singleton
  `.execute(db)
  return rows.length > 0
}

/** After failures, pauses of 1, 2, 4 … 60 minutes. */
export async function settleReading({ db, now }: Timed, problem: string | null) {
  const at = now()
  const soon = new Date(at.getTime() + MINUTE_MS / 2).toISOString()
  if (problem === null)
    await sql`update mailbox set problem = null, failures = 0, next_at = ${soon}, read_at = ${at.toISOString()}`.execute(
      db,
    )
  else
    await sql`
      update mailbox set problem = ${problem}, failures = failures + 1,
        next_at = ${at.toISOString()}::timestamptz + least(${LONGEST_PAUSE_MS}, ${MINUTE_MS} * 2 ^ least(failures, 10)) * interval '1 ms'
    `.execute(db)
}

export const forgetPause = (tx: Tx, at: string) =>
  sql`update mailbox set problem = null, failures = 0, next_at = ${at}`.execute(tx)

const UNREADABLE =
  'The server’s secret key is another one, so the mailbox’s password cannot be read. Enter it again in the settings.'

/** Null if no mailbox is set up. `lasts`: several tries in a row have failed. */
export async function readState({ db, config }: Pick<Deps, 'db' | 'config'>) {
  if (config.unreadable.has('IMAP_URL')) return { readAt: null, problem: UNREADABLE, lasts: true }
  if (!config.IMAP_URL) return null
  const state = await db.selectFrom('mailbox').selectAll().executeTakeFirst()
  const { read_at = null, problem = null, failures = 0 } = state ?? {}
  return { readAt: read_at, problem, lasts: failures > 2 }
}

export type Cursor = { folder: string; uidvalidity: number; last_uid: number }

export const findCursor = (db: Db, folder: string) =>
  db.selectFrom('mailbox_folders').selectAll().where('folder', '=', folder).executeTakeFirst()

export const keepCursor = (tx: Tx, cursor: Cursor) =>
  tx
    .insertInto('mailbox_folders')
    .values(cursor)
    .onConflict((c) => c.column('folder').doUpdateSet(cursor))
    .execute()

export const renewLease = (tx: Tx, now: Date) =>
  tx
    .updateTable('mailbox')
    .set({ next_at: new Date(now.getTime() + LEASE_MS).toISOString() })
    .execute()

/** Makes open screens reread their figures. */
export const touchMailbox = (tx: Tx, at: string) =>
  sql`
    insert into mailbox (next_at, changed_at) values (${at}, ${at})
    on conflict (singleton) do update set changed_at = ${at}
  `.execute(tx)
