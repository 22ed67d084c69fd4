import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Numbers that differ only in leading zeros or in case: an import asks for them, or makes a client twice.
create index clients_number_alike on clients (lower(ltrim(client_number, '0')));
-- Of the file, by the names in it.
alter table imports
  add column sheets_not_read text[] not null default '{}',
  add column heads_not_read text[] not null default '{}';`)
    .execute(db)
}
