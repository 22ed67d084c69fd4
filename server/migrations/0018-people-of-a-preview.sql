-- The first row of the file that is likely about the same person under another number.
alter table import_preview_rows add column person int;
create index import_preview_rows_person on import_preview_rows (preview_id, person, row) where person is not null;
