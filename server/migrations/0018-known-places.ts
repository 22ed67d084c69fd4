import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Where the owner of an account was seen before, at either step of signing in, whatever their address was then.
drop index security_log_known;
create index security_log_known on security_log (admin_id, address)
  where event in ('signed-in', 'first-step-passed', 'password-changed', 'second-step-passed', 'recovery-code-used');`)
    .execute(db)
}
