import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Which sender has taken a message up, and in which order: it begins them so. After a crash only the first of
-- what it left can have been sent.
create sequence messages_taken;
alter table messages add column taken_by uuid, add column taken_no bigint;`)
    .execute(db)
}
