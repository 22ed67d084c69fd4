import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The client answered, or the mailing was canceled, while the mail was on its way: however that try ends, it is the last.
alter table messages add column last_try boolean not null default false;

update messages set last_try = true
  where state = 'sending' and mailing_id in (select id from mailings where canceled_at is not null);`)
    .execute(db)
}
