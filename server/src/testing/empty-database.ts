import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'

/** As a first start finds it: nothing in it but the seeded templates. */
export async function emptyDatabase(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    // Else the security log refuses.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      truncate attachments, database_id, admins, sessions, refresh_tokens, signing_keys, throttle, factors, challenges,
        recovery_codes, one_time_codes, identities, flows, security_log, clients, changes, imports, import_clients,
        import_refusals, mailings, messages, verification_links, nightly_backup, restored_copy restart identity
    `.execute(tx)
  })
  for (const table of ['templates', 'template_versions']) {
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`baseline.${table}`)}`.execute(
      db,
    )
  }
  await db.updateTable('client_counts').set({ pending: 0, confirmed: 0, updated: 0 }).execute()
}
