-- A link works only at an address of its client. Links that dispute an answer stay: their readers know best. Links on
-- paper belong to the postal address.
create function close_former_links() returns trigger language plpgsql as $$
begin
  update verification_links set revoked_at = now()
  where client_id = new.id and lower(email) not in ('letter', lower(new.email), lower(new.mail_to))
    and revoked_at is null and purpose <> 'not_me';
  return null;
end $$;
create trigger clients_close_former_links after update of email, mail_to on clients for each row
when (lower(old.email) <> lower(new.email) or lower(old.mail_to) <> lower(new.mail_to))
execute function close_former_links();
