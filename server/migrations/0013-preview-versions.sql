-- Grows with each change: a changed row is written only if nobody changed the preview meanwhile.
alter table import_previews add column version integer not null default 0;
alter table import_previews rename column mark to changes_cursor;
