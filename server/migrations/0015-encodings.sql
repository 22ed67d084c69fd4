-- How a text file was read: previews keep what a person chose.
alter table import_previews add column encoding jsonb;
