-- A view of the list of clients. Without an owner it is every administrator's.
create table views (
  id bigint generated always as identity primary key,
  owner_id uuid references admins on delete cascade,
  name text not null,
  filter jsonb not null,
  sort text not null,
  columns jsonb not null,
  version int not null default 1
);
create unique index views_name on views (owner_id, lower(name)) nulls not distinct;

-- The columns that an administrator has chosen for the list; no row: the usual ones.
create table list_columns (
  admin_id uuid primary key references admins on delete cascade,
  columns jsonb not null
);
