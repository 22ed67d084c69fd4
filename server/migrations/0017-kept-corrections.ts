import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Clients of whom the file said what they had corrected themselves since.
alter table imports add column kept int not null default 0;`)
    .execute(db)
}
