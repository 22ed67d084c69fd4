-- Whether clients with missing values are imported.
alter table imports add column incomplete boolean not null default false;

-- Finds the likely same person under another number.
create index clients_person on clients (lower(first_name || ' ' || last_name));

-- Unlogged: a crash of the database ends previews, and nothing of them is in a backup.
create unlogged table import_previews (
  id uuid primary key,
  admin_email text not null,
  file_name text not null,
  file_hash text not null,
  created_at timestamptz(3) not null,
  incomplete boolean not null default true,
  -- The changes to clients that the plan knows (markOfChanges).
  mark text not null,
  sheets text[] not null,
  sheet text not null,
  header_row int not null,
  columns jsonb not null,
  sheets_not_read text[] not null,
  headers_not_read text[] not null,
  created int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  undecided int not null default 0,
  rejected int not null default 0,
  skipped int not null default 0,
  incomplete_rows int not null default 0,
  -- How many clients an import would email, by the id of their template.
  letters jsonb not null default '{}'
);

create unlogged table import_preview_rows (
  -- Without a foreign key: its check takes a third of the insert's time.
  preview_id uuid not null,
  row int not null,
  cells json not null,
  edits json not null default '{}',
  damage text,
  choice text check (choice in ('same', 'another', 'skip')),
  -- Client numbers that may be confused have the same likeness.
  likeness text not null,
  kind text not null check (kind in ('created', 'changed', 'unchanged', 'undecided', 'rejected', 'skipped')),
  incomplete boolean not null,
  -- The template of the client's email. Null: no email.
  letter text,
  -- Of the values that the import will write.
  digest int not null,
  primary key (preview_id, row)
);
create index import_preview_rows_kind on import_preview_rows (preview_id, kind, row);
create index import_preview_rows_incomplete on import_preview_rows (preview_id, row) where incomplete;
create index import_preview_rows_likeness on import_preview_rows (preview_id, likeness, row);

-- What a person chose for a column, for the next file with this header.
create table import_headers (
  header text primary key,
  field text not null
);
