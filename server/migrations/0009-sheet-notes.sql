alter table imports add notes text[] not null default '{}';
alter table import_previews
  add notes text[] not null default '{}',
  add hidden jsonb not null default '{"rows": 0, "columns": 0}',
  add include_hidden boolean not null default true;
