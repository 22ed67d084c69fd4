-- Deleted clients, as they were, for 30 days. No row of `clients` is a deleted client, so no query can forget that.
create table trashed_clients (
  client_id bigint primary key,
  client_number text not null,
  name text not null,
  search_text text not null,
  -- The client's row, its links and its memberships of rounds.
  client jsonb not null,
  links jsonb not null,
  round_ids bigint[] not null,
  deleted_at timestamptz(3) not null,
  deleted_by text not null
);
create index trashed_clients_deleted on trashed_clients (deleted_at desc, client_id desc);

-- Of a deleted client's message, whose client_id is null.
alter table messages add column former_client_id bigint;
create index messages_former on messages (former_client_id) where former_client_id is not null;

-- The files of a client in the trash stay.
alter table attachments drop constraint attachments_client_id_fkey;

alter table changes
  drop constraint changes_action_check,
  add constraint changes_action_check check (action in ('created', 'updated', 'confirmed', 'deleted', 'file_uploaded',
    'file_deleted', 'email_confirmed', 'disputed', 'dispute_ended', 'restored'));
