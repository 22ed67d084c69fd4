import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Whether the security log has the pause that runs: one entry for each, or anyone could fill it.
alter table throttle add refusal_logged boolean not null default false;
-- Where the owner of an account was seen before, at either step of signing in.
drop index security_log_known;
create index security_log_known on security_log (email, address)
  where event in ('signed-in', 'first-step-passed', 'password-changed', 'second-step-passed', 'recovery-code-used');
-- Six digits are void after so many wrong ones.
alter table one_time_codes add wrong_digits int not null default 0;`)
    .execute(db)
}
