import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- One row at most. Not made here but when it is first asked for, so that no two databases made from one template share it.
create table database_id (
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid()
);`)
    .execute(db)
}
