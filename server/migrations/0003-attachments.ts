import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table attachments (
  id bigint generated always as identity primary key,
  client_id bigint not null references clients on delete cascade,
  -- Where the bytes lie in the store.
  key text not null unique,
  original_name text not null,
  mime_type text not null,
  file_size bigint not null,
  -- sha-256, hex.
  hash text not null,
  category text not null check (category in ('document', 'spreadsheet', 'image', 'other')),
  description text,
  uploaded_at timestamptz(3) not null,
  admin_email text not null
);
create index attachments_client on attachments (client_id, id desc);
alter table changes drop constraint changes_action_check;
alter table changes add constraint changes_action_check
  check (action in ('created', 'updated', 'confirmed', 'deleted', 'file_uploaded', 'file_deleted'));`)
    .execute(db)
}
