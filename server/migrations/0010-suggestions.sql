-- Fields of a row with a suggestion, separated by commas, and how many rows have one.
alter table import_preview_rows add column suggested text not null default '';
alter table import_previews
  add column suggested integer not null default 0,
  add column suggestions jsonb not null default '{}';
create index import_preview_rows_suggested on import_preview_rows (preview_id, row) where suggested <> '';
