import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'

/** Keeps the imported clients beside the product's tables, for `insertSavedClients`. */
export async function saveClients(db: Db): Promise<void> {
  await sql.raw(SAVE).execute(db)
}

/** Inserts saved clients into an empty list, far faster than an import. Returns false if the list is not empty. */
export async function insertSavedClients(db: Db, count: number): Promise<boolean> {
  const { rows } = await sql<{ inserted: boolean }>`
    select saved.insert_clients(${count}) as inserted`.execute(db)
  return rows[0]!.inserted
}

const SAVE = `
create schema saved;
create table saved.imports as table imports;
create table saved.clients as table clients;
alter table saved.clients drop column search_text, drop column reported_as, drop column bounced;
create table saved.changes as table changes;
create function saved.insert_clients(count int) returns boolean language plpgsql as $$
declare
  columns text;
begin
  if exists (select from clients) then return false; end if;
  insert into imports select * from saved.imports;
  select string_agg(format('%I', attname), ', ') into columns from pg_attribute
    where attrelid = 'saved.clients'::regclass and attnum > 0 and not attisdropped;
  execute format('insert into clients (%s) overriding system value
    select %s from saved.clients where id <= %s', columns, columns, count);
  insert into changes overriding system value select * from saved.changes where client_id <= count;
  perform setval('clients_id_seq', (select max(id) from clients));
  perform setval('changes_id_seq', (select max(id) from changes));
  return true;
end $$`
