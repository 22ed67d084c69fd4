-- What an import wrote, from which it is undone. Kept for 30 days.
create table import_changes (
  -- No foreign key: a check for each row would slow the import down.
  import_id uuid not null,
  client_id bigint not null,
  -- Null: the import created the client.
  field text,
  old text,
  new text,
  -- Somebody has changed this since; for a created client: any of its fields.
  superseded boolean not null default false,
  -- Why an undo left it as it is. Rows that were undone are deleted.
  kept text
);
create index import_changes_import on import_changes (import_id, client_id);
create index import_changes_client on import_changes (client_id);

alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check
    check (state in ('running', 'finished', 'failed', 'canceled', 'undoing', 'undone')),
  add column canceled_by text,
  -- Null: a version imported it that kept nothing for an undo.
  add column undo_until timestamptz(3),
  add column undone_by text,
  add column undone_at timestamptz(3),
  -- Clients.
  add column undo_total int not null default 0,
  add column undo_done int not null default 0,
  add column undo_removed int not null default 0,
  add column undo_restored int not null default 0,
  add column undo_kept int not null default 0;
