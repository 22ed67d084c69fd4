import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The client answered while the mail was on its way: however that try ends, it is the last.
alter table messages add column last_try boolean not null default false;`)
    .execute(db)
}
