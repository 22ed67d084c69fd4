-- Rows of a preview that replace what a client has answered.
alter table import_preview_rows add column replaces boolean not null default false;
alter table import_previews add column replaced integer not null default 0;
create index import_preview_rows_replaces on import_preview_rows (preview_id, row) where replaces;

-- The address that mail goes to, and who set it. Until here, null meant `email`, and whoever wrote an email could clear
-- it by mistake.
alter table clients drop constraint clients_confirm_check;
update clients set mail_to = email where mail_to is null;
update clients set confirm_by = null where lower(mail_to) = lower(email) and confirm_by is not null;
alter table clients
  alter column mail_to set not null,
  add column mail_to_by text not null default 'office' check (mail_to_by in ('office', 'confirmed')),
  -- Fails a statement that writes an email without its mail address.
  add constraint clients_confirm_check check ((confirm_by is null) = (lower(mail_to) = lower(email)));

-- Where mail went before an answer and before an import, for the end of a dispute and for an undo.
alter table answers add column mail_to text, add column mail_to_by text;
alter table import_changes add column mail_to text, add column mail_to_by text;
-- An email that only a client's link has set is not proved: mail went to the one before it.
update import_changes i set mail_to_by = 'office', mail_to = coalesce(
  (select a.old->>'email' from answers a where a.client_id = i.client_id and a.via = 'link' and a.old ? 'email'
    and lower(a.new->>'email') = lower(i.old) order by a.id desc limit 1), i.old)
where field = 'email' and old is not null;

create index clients_disputed on clients (id) where disputed_at is not null;
