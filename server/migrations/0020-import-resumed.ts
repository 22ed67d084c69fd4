import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- How often an import was resumed after its process had died, since its last committed batch.
alter table imports add column resumed smallint not null default 0;`)
    .execute(db)
}
