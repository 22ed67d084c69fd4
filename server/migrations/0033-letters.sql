-- Letters on paper (decision 66). A batch is one PDF.
create table letter_batches (
  id bigint generated always as identity primary key,
  admin_email text not null,
  created_at timestamptz(3) not null,
  printed_at timestamptz(3),
  mailed_at timestamptz(3),
  mailed_by text,
  -- Set once it is mailed: only then has the round asked.
  round_id bigint references rounds
);
create index letter_batches_round on letter_batches (round_id);

-- Like the history, letters outlive their client.
create table letters (
  -- Its number, with a check digit behind it.
  id bigint generated always as identity primary key,
  batch_id bigint not null references letter_batches on delete cascade,
  client_id bigint not null,
  printed_at timestamptz(3),
  -- The link of the last print, which the code leads to.
  token_hash text,
  -- As printed, by postal_address().
  address text,
  template_id text,
  template_version int,
  returned_at timestamptz(3),
  returned_by text,
  returned_reason text
);
create index letters_client on letters (client_id, id);
create index letters_batch on letters (batch_id);
create index letters_token on letters (token_hash);

-- One address in other letters or punctuation is the same.
create function postal_address(address text, city text, state text, zip_code text, country text) returns text
language sql immutable parallel safe
return lower(regexp_replace(address || '|' || city || '|' || state || '|' || zip_code || '|' || country, '[\s.,#-]+', ' ', 'g'));

-- Whoever lives at a former address must not answer. An answer closes the links itself, before it changes the address.
create function close_letters() returns trigger language plpgsql as $$
begin
  update verification_links set revoked_at = now()
  where client_id = new.id and email = 'letter' and revoked_at is null and answered_at is null;
  return null;
end $$;
create trigger clients_close_letters after update of address, city, state, zip_code, country on clients for each row
when (postal_address(old.address, old.city, old.state, old.zip_code, old.country)
  <> postal_address(new.address, new.city, new.state, new.zip_code, new.country))
execute function close_letters();
