import { type Kysely, sql } from 'kysely'

/** A trigger for rows does not see that all are dropped at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create trigger security_log_not_emptied before truncate on security_log
  for each statement execute function refuse_log_change();`)
    .execute(db)
}
